// The timeline has one row for each thread. A pixel shows the shares of the kinds of calls in its span of time.
class Timeline {
  static GUTTER = 110;
  static AXIS = 26;
  static MOST_ARROWS = 300;

  constructor(model, canvas, hint, note) {
    this.model = model;
    this.canvas = canvas;
    this.hint = hint;
    this.note = note;
    this.context = canvas.getContext('2d', { alpha: false });
    this.total = Math.max(1, model.summary.nanos);
    this.from = 0;
    this.span = this.total;
    this.painted = null;
    this.firstLane = 0;
    this.arrows = true;
    this.selected = -1;
    this.frames = 0;
    // If a job is very long, only the events of equal slices are kept. Each slice is at the end of its period.
    this.slices = model.summary.slices || { period: 1, part: 1 };
    this.longestFlight = this.flight();
    this.listen();
    this.resize();
  }

  get to() { return this.from + this.span; }

  // All but one in a thousand messages are faster. Only the slower ones may be missing at the left edge.
  flight() {
    const times = this.model.sent.map((sent, i) => this.model.received[i] - sent);
    times.sort();
    return times.length ? Math.max(0, times[Math.floor((times.length - 1) * 0.999)]) : 0;
  }

  colours() {
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue('--' + name).trim();
    this.palette = KINDS.map(kind => Timeline.pixel(colour(kind)));
    this.computing = Timeline.pixel(colour('compute'));
    this.back = Timeline.pixel(colour('card'));
    this.text = colour('text');
    this.soft = colour('soft');
    this.grid = colour('line');
    this.arrow = colour('arrow');
    this.mark = colour('mark');
    this.card = colour('card');
    this.painted = null;
    this.draw();
  }

  static pixel(hex) {
    const value = parseInt(hex.slice(1), 16);
    return (0xff000000 | (value & 0xff) << 16 | value & 0xff00 | value >> 16) >>> 0;
  }

  resize() {
    const lanes = this.model.lanes.length;
    this.scale = window.devicePixelRatio || 1;
    const width = this.canvas.clientWidth;
    this.row = Math.max(14, Math.min(34, Math.floor(420 / Math.max(1, lanes))));
    this.rows = Math.max(1, Math.min(lanes, Math.floor(560 / this.row)));
    const height = Timeline.AXIS + this.rows * this.row + 4;
    this.canvas.style.height = height + 'px';
    this.canvas.width = Math.round(width * this.scale);
    this.canvas.height = Math.round(height * this.scale);
    this.width = width;
    this.height = height;
    this.plot = Math.max(1, this.canvas.width - Math.round(Timeline.GUTTER * this.scale));
    this.rowPixels = Math.round(this.row * this.scale);
    this.image = this.context.createImageData(this.plot, Math.max(1, this.rowPixels * this.rows));
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.colours();
  }

  draw() {
    if (!this.requested) {
      this.requested = true;
      requestAnimationFrame(() => { this.requested = false; this.paint(); });
    }
  }

  paint() {
    const context = this.context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = this.card;
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.paintRows();
    context.putImageData(this.image, this.canvas.width - this.plot, Math.round(Timeline.AXIS * this.scale));
    context.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    this.paintAxis();
    this.paintNames();
    this.paintWords();
    this.say(this.arrows ? this.paintArrows() : '');
    this.paintSelected();
    this.frames++;
  }

  // Shifts the columns that are still in sight. A pan then paints only the columns that come into sight.
  paintRows() {
    const width = this.plot, step = this.span / width, column = Math.round(this.from / step), old = this.painted;
    const shift = old && old.span === this.span && old.lane === this.firstLane ? column - old.column : width;
    if (Math.abs(shift) >= width) {
      this.pixels.fill(this.back);
    } else if (shift !== 0) {
      for (let line = 0; line < this.pixels.length; line += width) {
        this.pixels.copyWithin(line + Math.max(0, -shift), line + Math.max(0, shift), line + width - Math.max(0, -shift));
      }
    }
    const low = shift > 0 ? Math.max(0, width - shift) : 0, high = shift < 0 ? Math.min(width, -shift) : width;
    for (let row = 0; row < this.rows && shift !== 0; row++) {
      this.paintRow(row, this.model.lanes[this.firstLane + row], column, step, low, high);
    }
    this.painted = { span: this.span, lane: this.firstLane, column };
  }

  paintRow(row, lane, column, step, low, until) {
    const { start, end, kind, before } = this.model;
    const width = this.plot, pixels = this.pixels, kinds = KINDS.length;
    const high = this.rowPixels - Math.max(2, Math.round(3 * this.scale));
    const top = row * this.rowPixels * width;
    const share = new Float64Array(KINDS.length);
    // The calls of a lane do not overlap, so the first call of a pixel is the last one of the previous pixel, or the next.
    let first = lowerBound(end, (column + low) * step, lane.from, lane.to);
    for (let x = low; x < until; x++) {
      const a = (column + x) * step, b = a + step;
      const next = first < lane.to && start[first] < b ? this.gallop(start, b, first, lane.to) : first;
      let filled = 0;
      if (next > first) {
        for (let k = 0; k < kinds; k++) { share[k] = before[next * kinds + k] - before[first * kinds + k]; }
        if (start[first] < a) { share[kind[first]] -= Math.min(a, end[first]) - start[first]; }
        if (end[next - 1] > b) { share[kind[next - 1]] -= end[next - 1] - b; }
        let sum = 0;
        for (let k = 0; k < kinds; k++) {
          sum += share[k];
          const upTo = Math.min(high, Math.round(sum / step * high)), pixel = this.palette[k];
          for (; filled < upTo; filled++) { pixels[top + (high - 1 - filled) * width + x] = pixel; }
        }
        // A call that is shorter than a pixel is shown as well.
        if (filled === 0) { pixels[top + (high - 1) * width + x] = this.palette[kind[first]]; filled = 1; }
      }
      const rest = a >= 0 && a <= this.total && this.has(a, b) ? this.computing : this.back;
      for (; filled < high; filled++) { pixels[top + (high - 1 - filled) * width + x] = rest; }
      first = next > first && end[next - 1] > b ? next - 1 : next;
    }
  }

  // Whether the trace has events for a span of time.
  has(from, to) {
    const { period, part } = this.slices;
    return part === period || to - from >= period || to % period >= period - part || to % period < to - from;
  }

  gallop(values, value, low, high) {
    let stride = 1, until = low + 1;
    while (until < high && values[until] < value) { low = until; until += stride; stride *= 2; }
    return lowerBound(values, value, low, Math.min(high, until + 1));
  }

  x(time) { return Timeline.GUTTER + (time - this.from) / (this.span) * (this.width - Timeline.GUTTER); }

  time(x) { return this.from + (x - Timeline.GUTTER) / (this.width - Timeline.GUTTER) * (this.span); }

  y(laneIndex) { return Timeline.AXIS + (laneIndex - this.firstLane) * this.row; }

  paintAxis() {
    const context = this.context, span = this.span;
    // The step is 1, 2 or 5 times a power of ten, and wide enough for a label.
    const least = span * 110 / (this.width - Timeline.GUTTER), power = Math.pow(10, Math.floor(Math.log10(least)));
    const step = power * [1, 2, 5, 10].find(factor => factor * power >= least);
    context.font = '11px system-ui, sans-serif';
    context.textBaseline = 'middle';
    context.strokeStyle = this.grid;
    context.fillStyle = this.soft;
    context.beginPath();
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      const x = this.x(time);
      context.moveTo(x, 18);
      context.lineTo(x, Timeline.AXIS);
      context.fillText(format.time(time), x + 3, 10);
    }
    context.stroke();
  }

  paintNames() {
    const context = this.context;
    context.fillStyle = this.card;
    context.fillRect(0, Timeline.AXIS, Timeline.GUTTER, this.height);
    context.fillStyle = this.text;
    context.font = '12px system-ui, sans-serif';
    for (let row = 0; row < this.rows; row++) {
      const lane = this.model.lanes[this.firstLane + row];
      const own = this.model.laneOfRank.get(lane.rank) === this.firstLane + row;
      context.fillText(own ? 'rank ' + lane.rank : '  ' + lane.thread, 8, this.y(this.firstLane + row) + this.row / 2,
        Timeline.GUTTER - 12);
    }
  }

  // Paints the names of calls into the calls that are wide enough.
  paintWords() {
    const { start, end, name, texts, lanes } = this.model, context = this.context;
    context.font = '11px system-ui, sans-serif';
    context.fillStyle = '#ffffff';
    for (let row = 0; row < this.rows; row++) {
      const lane = lanes[this.firstLane + row];
      const first = lowerBound(end, this.from, lane.from, lane.to);
      const last = lowerBound(start, this.to, first, lane.to);
      if (last - first > 500) { continue; }
      for (let i = first; i < last; i++) {
        const left = Math.max(Timeline.GUTTER, this.x(start[i]));
        const room = Math.min(this.width, this.x(end[i])) - left;
        if (room > 34) {
          context.fillText(texts[name[i]], left + 4, this.y(this.firstLane + row) + this.row / 2, room - 8);
        }
      }
    }
  }

  // Sets the text only if it has changed, because the browser lays out a text that is set, even if it is the same.
  say(text) {
    if (this.said !== text) {
      this.said = text;
      this.note.textContent = text;
    }
  }

  // Paints the messages as arrows, and returns the text of the note about them.
  paintArrows() {
    const { sent, received, sender, receiver, laneOfRank } = this.model, context = this.context;
    const low = lowerBound(sent, this.from - this.longestFlight, 0, sent.length);
    const high = lowerBound(sent, this.to, low, sent.length);
    let stride = 1;
    while ((high - low) / stride > Timeline.MOST_ARROWS) { stride *= 2; }
    context.save();
    context.beginPath();
    context.rect(Timeline.GUTTER, Timeline.AXIS, this.width, this.height);
    context.clip();
    context.strokeStyle = this.arrow;
    context.fillStyle = this.arrow;
    context.globalAlpha = stride > 1 ? 0.25 : 0.75;
    context.beginPath();
    for (let i = Math.ceil(low / stride) * stride; i < high; i += stride) {
      const from = laneOfRank.get(sender[i]), to = laneOfRank.get(receiver[i]);
      if (from === undefined || to === undefined || received[i] < this.from) { continue; }
      const x0 = this.x(sent[i]), y0 = this.y(from) + this.row / 2, x1 = this.x(received[i]), y1 = this.y(to) + this.row / 2;
      context.moveTo(x0, y0);
      context.lineTo(x1, y1);
      if (stride > 1) { continue; } // heads cannot be distinguished among so many arrows, and take longer than the lines
      const angle = Math.atan2(y1 - y0, x1 - x0);
      context.moveTo(x1 - 6 * Math.cos(angle - 0.4), y1 - 6 * Math.sin(angle - 0.4));
      context.lineTo(x1, y1);
      context.lineTo(x1 - 6 * Math.cos(angle + 0.4), y1 - 6 * Math.sin(angle + 0.4));
    }
    context.stroke();
    context.restore();
    return stride > 1 ? 'Of the messages in sight, one in ' + stride + ' is drawn: zoom in to see all.' : '';
  }

  paintSelected() {
    if (this.selected < 0) { return; }
    const { start, end } = this.model, context = this.context;
    const y = this.y(this.selectedLane);
    if (y < Timeline.AXIS || y >= this.height) { return; }
    const left = Math.max(Timeline.GUTTER, this.x(start[this.selected]));
    context.strokeStyle = this.mark;
    context.lineWidth = 2;
    context.strokeRect(left - 1, y - 1, Math.max(3, Math.min(this.width, this.x(end[this.selected])) - left) + 2, this.row - 1);
    context.lineWidth = 1;
  }

  show(from, to) {
    const span = Math.min(this.total * 1.1, Math.max(50, to - from));
    const least = -0.05 * this.total, most = 1.05 * this.total;
    this.from = Math.max(least, Math.min(from, most - span));
    this.span = span;
    this.draw();
  }

  // Moves the view by a number of pixels.
  pan(pixels) {
    const by = pixels / (this.width - Timeline.GUTTER) * this.span;
    this.from = Math.max(-0.05 * this.total, Math.min(this.from + by, 1.05 * this.total - this.span));
    this.draw();
  }

  zoom(factor, x = Timeline.GUTTER + (this.width - Timeline.GUTTER) / 2) {
    const at = this.time(x);
    this.show(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  scroll(lanes) {
    this.firstLane = Math.max(0, Math.min(this.model.lanes.length - this.rows, this.firstLane + lanes));
    this.draw();
  }

  all() { this.show(0, this.total); }

  // Selects the next call that a search finds after the selected one, and counts the calls found.
  find(text) {
    const matches = parseQuery(this.model, text);
    let count = 0, first = -1, next = -1, firstLane = 0, nextLane = 0;
    this.model.lanes.forEach((lane, index) => {
      for (let i = lane.from; i < lane.to; i++) {
        if (!matches(i, lane)) { continue; }
        count++;
        if (first < 0) { first = i; firstLane = index; }
        if (next < 0 && i > this.selected) { next = i; nextLane = index; }
      }
    });
    this.selected = next >= 0 ? next : first;
    this.selectedLane = next >= 0 ? nextLane : firstLane;
    if (this.selected >= 0) { this.reveal(); }
    this.draw();
    return count;
  }

  reveal() {
    const start = this.model.start[this.selected], length = this.model.end[this.selected] - start;
    const span = Math.max(length * 4, Math.min(this.span, this.total / 50));
    if (this.selectedLane < this.firstLane || this.selectedLane >= this.firstLane + this.rows) {
      this.scroll(this.selectedLane - this.firstLane);
    }
    this.show(start + length / 2 - span / 2, start + length / 2 + span / 2);
  }

  point(x, y) {
    const index = this.firstLane + Math.floor((y - Timeline.AXIS) / this.row);
    const lane = this.model.lanes[index];
    if (!lane || x < Timeline.GUTTER || y < Timeline.AXIS) { return null; }
    const time = this.time(x), slack = (this.span) / (this.width - Timeline.GUTTER);
    const i = lowerBound(this.model.end, time - slack, lane.from, lane.to);
    return { lane, call: i < lane.to && this.model.start[i] <= time + slack ? i : -1, time };
  }

  describe(found) {
    const model = this.model, i = found.call;
    if (i < 0) { return 'rank ' + found.lane.rank + ': outside of MPI\nat ' + format.time(found.time); }
    const lines = ['rank ' + found.lane.rank + ': ' + model.texts[model.name[i]] + '  '
      + format.time(model.end[i] - model.start[i]), 'from ' + format.time(model.start[i])];
    if (model.peer[i] >= 0) { lines.push('peer ' + model.peer[i] + (model.tag[i] >= 0 ? ', tag ' + model.tag[i] : '')); }
    if (model.bytes[i] > 0) { lines.push(format.bytes(model.bytes[i])); }
    for (const text of [model.texts[model.communicator[i]], model.texts[model.line[i]]]) { if (text) { lines.push(text); } }
    return lines.join('\n');
  }

  listen() {
    const canvas = this.canvas;
    let drag = null;
    canvas.addEventListener('pointerdown', e => { drag = { x: e.clientX, y: e.clientY }; canvas.setPointerCapture(e.pointerId); });
    canvas.addEventListener('pointerup', () => { drag = null; });
    canvas.addEventListener('pointermove', e => {
      const box = canvas.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top;
      if (drag) {
        this.pan(drag.x - e.clientX);
        drag.x = e.clientX;
        this.hint.hidden = true;
        return;
      }
      const found = this.point(x, y);
      this.hint.hidden = !found;
      if (found) {
        this.hint.textContent = this.describe(found);
        this.hint.style.left = Math.min(x + 14, this.width - 260) + 'px';
        this.hint.style.top = y + 14 + 'px';
      }
    });
    canvas.addEventListener('pointerleave', () => { this.hint.hidden = true; });
    canvas.addEventListener('wheel', e => {
      e.preventDefault();
      if (e.shiftKey) {
        this.scroll(Math.sign(e.deltaY || e.deltaX));
      } else if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
        this.pan(e.deltaX);
      } else {
        this.zoom(Math.exp(e.deltaY * 0.0015), e.clientX - canvas.getBoundingClientRect().left);
      }
    }, { passive: false });
    canvas.addEventListener('keydown', e => {
      const action = { ArrowLeft: () => this.pan(-80), ArrowRight: () => this.pan(80), ArrowUp: () => this.scroll(-1),
        ArrowDown: () => this.scroll(1), '+': () => this.zoom(0.7), '-': () => this.zoom(1.4), '0': () => this.all() }[e.key];
      if (action) { e.preventDefault(); action(); }
    });
    window.addEventListener('resize', () => this.resize());
  }
}
