# Prints what a page draws of trails, lines and surfaces, as JSON.
import json
driver.set_script_timeout(60)
driver.set_window_size(900, 600)

def seen(time):
    driver.execute_script("player.go(arguments[0])", time)
    driver.execute_async_script("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))")

# The pieces of the lines of an object: both ends, x only, and their colours.
def pieces(name):
    return driver.execute_script('''
        const { stage } = player;
        const object = data.objects.findIndex(([name]) => name === arguments[0]);
        const all = Array.from({ length: stage.pieceCount }, (_, at) => Array.from(stage.pieces.subarray(16 * at, 16 * at + 16)));
        const colour = (parts) => parts.map((part) => Math.round(255 * part));
        const of = all.filter((piece) => piece[14] === object);
        return of.map((piece) => [piece[0], piece[3], colour(piece.slice(6, 10)), colour(piece.slice(10, 14)), piece[15]]);
    ''', name)

told = {}
driver.execute_async_script("const done = arguments[0]; started.then((player) => { window.player = player; done(); })")
for time in ["0", "0.75", "3.3", "4"]:
    seen(float(time))
    told[time] = {name: pieces(name) for name in ["Path", "Whole", "Rope"]}
told["surface"] = driver.execute_script('''
    const { numbers } = player.stage.surfaces[0];
    return [0, 1, 2, 3].map((at) => Array.from(numbers.subarray(11 * at + 6, 11 * at + 11), (part) => Math.round(255 * part)));
''')
told["log"] = [line["message"] for line in driver.get_log("browser") if line["level"] != "WARNING"]
picture("page-colours")
print(json.dumps(told))
