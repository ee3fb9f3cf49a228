"use strict";

// Mouse, wheel and fingers on the scene.
class Gestures {
  constructor(stage, player) {
    Object.assign(this, { stage, player, fingers: new Map(), moved: 0 });
    stage.onpointerdown = (event) => this.down(event);
    stage.onpointermove = (event) => this.move(event);
    stage.onpointerup = (event) => this.up(event);
    stage.onpointercancel = (event) => this.fingers.delete(event.pointerId);
    stage.onpointerleave = () => this.point(null);
    stage.oncontextmenu = (event) => event.preventDefault();
    const wheel = (event) => {
      event.preventDefault();
      player.isFitted = false;
      const lines = event.deltaMode === 1 ? 16 : 1;
      player.camera.zoom(Math.exp(Math.max(-0.5, Math.min(0.5, 0.0015 * event.deltaY * lines))));
      refresh();
    };
    stage.addEventListener("wheel", wheel, { passive: false });
  }

  place(event) {
    const { left, top } = this.stage.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  point(place) {
    this.player.pointer = place;
    if (!place) this.player.hovered = -1;
    refresh();
  }

  down(event) {
    this.stage.setPointerCapture(event.pointerId);
    this.stage.focus();
    if (this.fingers.size === 0) this.moved = 0;
    this.fingers.set(event.pointerId, this.place(event));
  }

  move(event) {
    const [before, now] = [this.fingers.get(event.pointerId), this.place(event)];
    if (!before) {
      this.point(now);
      return;
    }
    const height = this.stage.clientHeight;
    const [across, down] = [(now[0] - before[0]) / height, (now[1] - before[1]) / height];
    this.moved += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    const { camera } = this.player;
    if (this.moved > 4) this.player.isFitted = false;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      // Each of two fingers does half of it.
      camera.pan(across / 2, down / 2);
      const apart = (place) => Math.max(10, Math.hypot(place[0] - other[0], place[1] - other[1]));
      camera.zoom(apart(before) / apart(now));
    } else if (event.buttons & 6 || event.shiftKey) camera.pan(across, down);
    else if (this.moved > 4) camera.orbit(across, down);
    this.fingers.set(event.pointerId, now);
    this.player.pointer = null;
    this.player.hovered = -1;
    refresh();
  }

  up(event) {
    if (!this.fingers.delete(event.pointerId) || this.fingers.size > 0) return;
    const place = this.place(event);
    if (this.moved <= 4 && event.button === 0) this.player.select(this.player.pick(...place));
    this.point(place);
  }
}
