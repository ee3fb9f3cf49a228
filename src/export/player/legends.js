"use strict";
// What colours that follow numbers mean, at the right edge of the scene.
function drawLegends(place) {
  const four = (number) => short(Number(number.toPrecision(4)));
  const legend = ({ title, ends: [low, high], colours }) => {
    const scale = element("i");
    scale.style.background = `linear-gradient(to top, ${colours.join(", ")})`;
    const numbers = element("div");
    const marks = [1, 0.75, 0.5, 0.25, 0].map((part) => element("span", { text: four(low + part * (high - low)) }));
    numbers.append(...marks);
    const box = element("figure");
    box.append(element("figcaption", { text: title }), scale, numbers);
    return box;
  };
  place.replaceChildren(...data.legends.map(legend));
}
