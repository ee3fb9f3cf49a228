# What a person does with a page; prints what is to be seen, as JSON.
import json, time
from selenium.webdriver.common.actions.wheel_input import ScrollOrigin
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
driver.set_script_timeout(60)
# Without a graphics card each pixel takes its time.
driver.set_window_size(900, 600)

def start():
    driver.execute_async_script("const done = arguments[0]; started.then((player) => { window.player = player; done(); })")

def seen():
    # What is new is drawn in the next frame.
    driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")
    return driver.find_element(By.ID, "readout").text

def slide(time):
    driver.execute_script('''
        const slider = document.getElementById("time");
        slider.value = arguments[0];
        slider.dispatchEvent(new Event("input"));
    ''', time)
    return seen()

# Where a part of an object is on the stage, with nothing before it, from its middle.
def find(name):
    return driver.execute_script('''
        const { clientWidth: width, clientHeight: height } = document.getElementById("stage");
        const { film, camera } = player;
        const object = data.objects.findIndex(([name]) => name === arguments[0]);
        for (let item = 0; item < data.items.parts; item++) {
            if (film.objects[item] !== object) continue;
            const place = film.slots.subarray(film.firstSlots[item], film.firstSlots[item] + 3);
            const { x, y } = camera.project(place, width, height);
            if (player.pick(x, y) === object) return [x - width / 2, y - height / 2].map(Math.round);
        }
    ''', name)

def on(place):
    return ActionChains(driver).move_to_element_with_offset(driver.find_element(By.ID, "stage"), *place)

def panel(id):
    return driver.execute_script('''
        const labels = document.querySelectorAll(`#${arguments[0]} .numbers label`);
        const text = (label, kind) => label.querySelector(kind).innerText;
        return Object.fromEntries(Array.from(labels, (label) => [text(label, ".name"), [text(label, ".value"), text(label, ".unit")]]));
    ''', id)

def eye():
    return driver.execute_script("const { yaw, pitch, distance, target } = player.camera; return [yaw, pitch, distance, ...target]")

def plots():
    return [legend.text for legend in driver.find_elements(By.CSS_SELECTOR, ".legend")]

told = {}
start()
told["title"] = driver.find_element(By.ID, "title").text
told["first"] = seen()
told["plots"] = plots()
# A machine that has much to do takes seconds for a click.
Select(driver.find_element(By.ID, "speed")).select_by_value("0.1")
ActionChains(driver).send_keys(" ").perform()
WebDriverWait(driver, 60).until(lambda _: seen() != told["first"])
ActionChains(driver).send_keys(" ").perform()
told["played"] = seen()
time.sleep(0.2)
told["paused"] = seen()
driver.find_element(By.ID, "play").click()
WebDriverWait(driver, 60).until(lambda _: seen() != told["paused"])
driver.find_element(By.ID, "play").click()
told["again"] = seen()
slide(1.5)
told["slid"] = slide(2.0)
place = find("Boom.Cylinder")
on(place).perform()
seen()
told["tip"] = driver.find_element(By.ID, "tip").text.split("\n")
on(place).click().perform()
seen()
told["selected"] = panel("object")
told["shown"] = panel("columns")
ActionChains(driver).send_keys("i").perform()
seen()
told["si"] = panel("columns")
told["exact"] = driver.execute_script("return player.results.columns.map((column) => [column.name, player.results.at(column, 2.0), player.results.at(column, 1.99)])")
ticks = driver.find_elements(By.CSS_SELECTOR, "#object input")
ticks[0].click()
seen()
told["ticked"] = plots()
picture("page")
canvas = driver.find_element(By.CSS_SELECTOR, ".plot canvas")
ActionChains(driver).move_to_element_with_offset(canvas, 100, 0).click().perform()
told["clicked"] = seen()
told["eyes"] = [eye()]
on((-60, -40)).click_and_hold().move_by_offset(80, 30).release().perform()
told["eyes"].append(eye())
on((-60, -40)).key_down(Keys.SHIFT).click_and_hold().move_by_offset(80, 30).release().key_up(Keys.SHIFT).perform()
told["eyes"].append(eye())
ActionChains(driver).scroll_from_origin(ScrollOrigin.from_element(driver.find_element(By.ID, "stage")), 0, -200).perform()
told["eyes"].append(eye())
ActionChains(driver).send_keys("f").perform()
told["eyes"].append(eye())
Select(driver.find_element(By.ID, "speed")).select_by_value("5")
told["speed"] = driver.execute_script("return player.speed")
darken()
seen()
picture("page-dark")

driver.get("file://" + sys.argv[1].replace("excavator.html", "far.html"))
start()
seen()
told["labels"] = driver.execute_script("return data.items.texts")
told["written"] = driver.execute_script("return player.labelled.length")
on(find("Ball")).perform()
seen()
told["far"] = driver.find_element(By.ID, "tip").text.split("\n")
picture("page-far")

driver.get("file://" + sys.argv[1].replace("excavator.html", "single.html"))
start()
told["single"] = seen()
ActionChains(driver).send_keys(" ").perform()
time.sleep(0.2)
told["over"] = seen()
told["log"] = [line["message"] for line in driver.get_log("browser") if line["level"] != "WARNING"]
told["notices"] = driver.find_element(By.ID, "notice").text
print(json.dumps(told))
