#include "tank.hpp"

BOWLINE_LIBRARY({{name}}, "0.1.0", "A tank that drains through a pipe", Tank)
