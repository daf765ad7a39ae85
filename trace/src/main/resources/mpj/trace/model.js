'use strict';
// The page's data: the sums and the diagnosis as JSON, and the events as columns of numbers.
const KINDS = ['send', 'receive', 'wait', 'collective', 'other'];

const format = {
  time(nanos) {
    const size = Math.abs(nanos);
    return size >= 1e9 ? (nanos / 1e9).toFixed(2) + ' s' : size >= 1e6 ? (nanos / 1e6).toFixed(2) + ' ms'
      : size >= 1e3 ? (nanos / 1e3).toFixed(2) + ' µs' : Math.round(nanos) + ' ns';
  },
  bytes(count) {
    const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
    let unit = 0;
    while (count >= 1024 && unit < units.length - 1) { count /= 1024; unit++; }
    return (unit ? count.toFixed(1) : Math.round(count)) + ' ' + units[unit];
  },
  count(number) { return number.toLocaleString('en'); }
};

async function loadModel() {
  const summary = JSON.parse(document.getElementById('summary').textContent);
  const element = document.getElementById('events');
  const response = await fetch('data:application/octet-stream;base64,' + element.textContent.trim());
  element.remove();
  const zipped = await response.blob();
  const raw = await new Response(zipped.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  const model = { summary, texts: summary.texts, lanes: summary.lanes };
  let offset = 0;
  for (const column of summary.columns) {
    const Type = column.type === 'f64' ? Float64Array : Int32Array;
    model[column.name] = new Type(raw, offset, column.length);
    offset += Math.ceil(column.length * Type.BYTES_PER_ELEMENT / 8) * 8;
  }
  prepare(model);
  return model;
}

// Computes, for each call, the time in each kind of call before it. The share of any span of time is then one
// subtraction, at any zoom, however many calls the span has.
function prepare(model) {
  const calls = model.start.length, kinds = KINDS.length;
  // The sums of a call lie beside each other, so that they are in one line of the cache.
  model.before = new Float64Array((calls + 1) * kinds);
  for (let i = 0; i < calls; i++) {
    for (let kind = 0; kind < kinds; kind++) {
      model.before[(i + 1) * kinds + kind] = model.before[i * kinds + kind];
    }
    model.before[(i + 1) * kinds + model.kind[i]] += model.end[i] - model.start[i];
  }
  model.laneOfRank = new Map();
  model.lanes.forEach((lane, index) => {
    if (!model.laneOfRank.has(lane.rank)) { model.laneOfRank.set(lane.rank, index); }
  });
}

// The first index from low to high whose value is at least the given value.
function lowerBound(values, value, low, high) {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) { low = middle + 1; } else { high = middle; }
  }
  return low;
}

// Parses a user's search. Words are parts of a call's name, line or communicator. The rest are comparisons.
function parseQuery(model, text) {
  const tests = [];
  for (const word of text.trim().split(/\s+/).filter(Boolean)) {
    const match = /^(rank|peer|tag|bytes|ms)([=<>])(-?[\d.e]+)$/i.exec(word);
    if (match) {
      const number = Number(match[3]);
      const field = match[1].toLowerCase();
      const compare = { '=': v => v === number, '<': v => v < number, '>': v => v > number }[match[2]];
      tests.push(field === 'rank' ? (i, lane) => compare(lane.rank)
        : field === 'ms' ? i => compare((model.end[i] - model.start[i]) / 1e6) : i => compare(model[field][i]));
    } else {
      const hits = model.texts.map(t => t.toLowerCase().includes(word.toLowerCase()));
      tests.push(i => hits[model.name[i]] || hits[model.line[i]] || hits[model.communicator[i]]);
    }
  }
  return (i, lane) => tests.every(test => test(i, lane));
}
