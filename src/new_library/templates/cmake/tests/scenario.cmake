# What `ctest` runs: the scenario with the library, as a user runs it. LIBRARY, CHECK and ROWS are the
# files of the library, of the program that compares the rows with the closed form, and of the rows.
# Bowline is `bowline` on the PATH, or what the environment variable BOWLINE names.

set(bowline bowline)
if(DEFINED ENV{BOWLINE})
  set(bowline $ENV{BOWLINE})
endif()
set(run ${bowline} run scenario.xml --library ${LIBRARY} --output ${ROWS})

execute_process(COMMAND ${run} RESULT_VARIABLE status)
if(NOT status MATCHES "^[0-9]+$")
  message(FATAL_ERROR "cannot start `${bowline}`: ${status}. "
    "Put `bowline` on the PATH, or its file in the environment variable BOWLINE.")
elseif(NOT status EQUAL 0)
  message(FATAL_ERROR "the scenario does not run")
endif()

execute_process(COMMAND ${CHECK} ${ROWS} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the tanks do not fill as the closed form says")
endif()

# The upper tank reaches 0.3 m of its 0.4 m after 10 s ln 4 = 13.86 s.
execute_process(COMMAND ${run} --set Upper.Height=0.3 RESULT_VARIABLE status ERROR_VARIABLE said)
if(NOT status EQUAL 1 OR NOT said MATCHES "Upper.*the tank runs over")
  message(FATAL_ERROR "a tank that runs over does not end the run: ${said}")
endif()
