// Builds the page.
const byId = id => document.getElementById(id);

function element(name, text, attributes = {}) {
  const made = Object.assign(document.createElement(name), attributes);
  if (text !== undefined) { made.textContent = text; }
  return made;
}

function facts(summary, calls) {
  const hosts = new Set(summary.hosts.filter(Boolean)).size;
  byId('program').textContent = summary.program || 'MPI trace';
  document.title = (summary.program ? summary.program + ': ' : '') + 'MPI trace';
  byId('facts').textContent = [summary.size + (summary.size === 1 ? ' rank' : ' ranks') + (hosts > 1 ? ' on ' + hosts + ' hosts' : ''),
    format.time(summary.nanos), format.count(calls) + ' calls', summary.end.split('\n')[0]].filter(Boolean).join(' · ');
  ending(summary.end);
}

// The first line says how the job ended. A line for each rank follows, and after an empty line the stacks.
function ending(end) {
  const [ranks, ...stacks] = end.split('\n').slice(1).join('\n').split(/\n\n/);
  const lines = ranks.split('\n').filter(line => line.trim());
  byId('ending').hidden = !lines.length;
  byId('doing').append(...lines.map(line => {
    const [, rank, doing] = /^\s*(rank \d+): (.*)$/.exec(line) || [null, '', line];
    const row = element('tr');
    row.append(element('td', rank), element('td', doing, { className: 'words' }));
    return row;
  }));
  byId('stacks').hidden = !stacks.length;
  byId('stacks').querySelector('pre').textContent = stacks.join('\n\n');
}

function diagnosis(summary, timeline) {
  for (const finding of summary.findings) {
    const item = element('li');
    item.append(element('span', format.time(finding.seconds * 1e9), { className: 'cost' }),
      element('b', finding.kind.replace(/-/g, ' ') + '. '), finding.text + ' ');
    if (finding.line) {
      const show = element('button', 'Show', { type: 'button' });
      show.onclick = () => search(timeline, finding.line + (finding.rank >= 0 ? ' rank=' + finding.rank : ''));
      item.append(show);
    }
    byId('findings').append(item);
  }
  if (!summary.findings.length) { byId('findings').replaceWith(element('p', 'Nothing found that costs much.')); }
}

function search(timeline, text) {
  byId('search').value = text;
  const count = text.trim() ? timeline.find(text) : 0;
  byId('found').textContent = text.trim() ? format.count(count) + (count === 1 ? ' call' : ' calls') : '';
}

function callTable(summary) {
  const columns = [['Call', 'name', t => t], ['Calls', 'calls', format.count], ['Bytes', 'bytes', format.bytes],
    ['Time', 'nanos', format.time], ['Least by rank', 'least', format.time], ['Mean', 'mean', format.time],
    ['Most', 'most', format.time]];
  const fill = (key, rows) => {
    const head = element('tr');
    for (const [title, field] of columns) {
      const button = element('button', title, { type: 'button' });
      button.onclick = () => fill(field, rows);
      const cell = element('th');
      cell.append(button);
      head.append(cell);
    }
    const sorted = [...rows].sort((a, b) => key === 'name' ? a.name.localeCompare(b.name) : b[key] - a[key]);
    byId('calls').replaceChildren(head, ...sorted.map(row => {
      const line = element('tr');
      line.append(...columns.map(([, field, unit]) => element('td', unit(row[field]))));
      return line;
    }));
  };
  fill('nanos', summary.calls);
}

function exactness(summary) {
  const head = element('tr');
  head.append(...['Host', 'Clock differs by', 'Drift', 'Error at most'].map(title => element('th', title)));
  byId('clocks').append(head, ...summary.clocks.map(clock => {
    const row = element('tr');
    const own = clock.samples === 0;
    row.append(element('td', clock.host || 'this host'), element('td', own ? 'the same clock' : format.time(clock.offset)),
      element('td', own ? '' : (clock.drift * 1e6).toFixed(3) + ' ppm'), element('td', own ? '' : '± ' + format.time(clock.error)));
    return row;
  }));
  byId('notes').append(...summary.notes.map(note => element('li', note)));
}

function themes(timeline, charts) {
  const root = document.documentElement, system = matchMedia('(prefers-color-scheme: dark)');
  const set = dark => {
    root.dataset.theme = dark ? 'dark' : 'light';
    timeline.colours();
    charts.draw(dark, Number(byId('measure').value));
  };
  byId('theme').onclick = () => set(root.dataset.theme !== 'dark');
  byId('measure').onchange = () => set(root.dataset.theme === 'dark');
  system.addEventListener('change', () => set(system.matches));
  set(system.matches);
}

document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
loadModel().then(model => {
  const timeline = new Timeline(model, byId('canvas'), byId('hint'), byId('arrowNote'));
  const charts = new Charts(model);
  facts(model.summary, model.summary.calls.reduce((sum, row) => sum + row.calls, 0));
  diagnosis(model.summary, timeline);
  callTable(model.summary);
  exactness(model.summary);
  for (const kind of ['compute', ...KINDS]) {
    const entry = element('span');
    const colour = element('i');
    colour.style.background = 'var(--' + kind + ')';
    entry.append(colour, kind);
    byId('legend').append(entry);
  }
  byId('arrows').onchange = e => { timeline.arrows = e.target.checked; timeline.draw(); };
  byId('next').onclick = () => search(timeline, byId('search').value);
  byId('search').onkeydown = e => { if (e.key === 'Enter') { search(timeline, e.target.value); } };
  byId('in').onclick = () => timeline.zoom(0.6);
  byId('out').onclick = () => timeline.zoom(1.6);
  byId('all').onclick = () => timeline.all();
  themes(timeline, charts);
  window.addEventListener('resize', () => charts.resize());
  window.mpjTrace = { model, timeline };
}).catch(error => {
  byId('facts').textContent = 'This page cannot be shown: ' + error;
  throw error;
});
