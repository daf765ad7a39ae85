// The charts of the page, drawn by ECharts.
class Charts {
  static MOST_RANKS = 128;

  constructor(model) {
    this.summary = model.summary;
    this.open = [];
  }

  draw(dark, measure) {
    this.open.forEach(chart => chart.dispose());
    this.open = [];
    this.dark = dark;
    this.histogram('sizes', this.summary.sizes, format.bytes, 'messages');
    this.histogram('latencies', this.summary.latencies, format.time, 'messages');
    this.matrix(measure);
    this.topology();
  }

  resize() { this.open.forEach(chart => chart.resize()); }

  chart(id, option) {
    const chart = echarts.init(document.getElementById(id), this.dark ? 'dark' : null, { renderer: 'canvas' });
    chart.setOption(Object.assign({ backgroundColor: 'transparent', animation: false }, option));
    this.open.push(chart);
  }

  colour(name) { return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(); }

  // Bin n counts the values from 2^(n-1) up to 2^n - 1.
  histogram(id, counts, unit, what) {
    const first = Math.max(0, counts.findIndex(count => count > 0));
    const bins = counts.slice(first).map((count, i) => ({ count, from: i + first ? Math.pow(2, i + first - 1) : 0 }));
    this.chart(id, {
      grid: { left: 60, right: 20, top: 15, bottom: 55 },
      tooltip: { formatter: p => unit(bins[p.dataIndex].from) + ' and more: ' + format.count(p.value) + ' ' + what },
      xAxis: { type: 'category', data: bins.map(bin => unit(bin.from)), axisLabel: { rotate: 40 } },
      yAxis: { type: 'value' },
      series: [{ type: 'bar', data: bins.map(bin => bin.count), barCategoryGap: '10%', barMaxWidth: 60, itemStyle: { color: this.colour('send') } }]
    });
  }

  // If there are more than MOST_RANKS ranks, neighbouring ranks share a cell.
  matrix(measure) {
    const size = this.summary.size, block = Math.ceil(size / Charts.MOST_RANKS), cells = new Map();
    for (const pair of this.summary.traffic) {
      const key = Math.floor(pair[0] / block) * size + Math.floor(pair[1] / block);
      cells.set(key, (cells.get(key) || 0) + pair[measure]);
    }
    const unit = measure === 3 ? format.bytes : measure === 4 ? format.time : format.count;
    const names = Array.from({ length: Math.ceil(size / block) }, (unused, i) => String(i * block));
    this.chart('matrix', {
      grid: { left: 80, right: 20, top: 10, bottom: 95 },
      tooltip: { formatter: p => 'rank ' + names[p.value[1]] + ' to ' + names[p.value[0]] + ': ' + unit(p.value[2]) },
      xAxis: { type: 'category', data: names, name: 'to rank', nameLocation: 'middle', nameGap: 22 },
      yAxis: { type: 'category', data: names, name: 'from', inverse: true, nameLocation: 'middle', nameGap: 32 },
      visualMap: { min: 0, max: Math.max(1, ...cells.values()), orient: 'horizontal', left: 'center', bottom: 0, itemHeight: 160, calculable: true,
        formatter: value => unit(value), inRange: { color: [this.colour('compute'), this.colour('send'), this.colour('collective')] } },
      series: [{ type: 'heatmap', data: [...cells].map(([key, value]) => [key % size, Math.floor(key / size), value]),
        itemStyle: { borderWidth: names.length > 40 ? 0 : 1, borderColor: this.colour('card') } }]
    });
  }

  // Shows the ranks in a circle, host by host. If there are very many ranks, it shows the hosts instead.
  topology() {
    const hosts = [...new Set(this.summary.hosts)], byHost = this.summary.size > Charts.MOST_RANKS;
    const node = rank => byHost ? hosts.indexOf(this.summary.hosts[rank]) : rank;
    const links = new Map();
    let most = 1;
    for (const [from, to, , bytes] of this.summary.traffic) {
      const key = Math.min(node(from), node(to)) + ' ' + Math.max(node(from), node(to));
      links.set(key, (links.get(key) || 0) + bytes);
      most = Math.max(most, links.get(key));
    }
    const order = byHost ? hosts.map((host, i) => i)
      : this.summary.hosts.map((host, rank) => rank).sort((a, b) => node(a) === node(b) ? 0
        : hosts.indexOf(this.summary.hosts[a]) - hosts.indexOf(this.summary.hosts[b]) || a - b);
    this.chart('topology', {
      tooltip: {},
      legend: hosts.length > 1 && !byHost ? { bottom: 0, data: hosts } : undefined,
      series: [{ type: 'graph', layout: 'circular', categories: hosts.map(name => ({ name })), roam: false,
        symbolSize: order.length > 40 ? 10 : 26, top: 40, bottom: 50,
        label: { show: order.length <= 40, formatter: '{b}' },
        data: order.map(i => ({ id: String(i), name: byHost ? hosts[i] : String(i),
          category: byHost ? i : hosts.indexOf(this.summary.hosts[i]),
          tooltip: { formatter: byHost ? hosts[i] : 'rank ' + i + (this.summary.hosts[i] ? ' on ' + this.summary.hosts[i] : '') } })),
        links: [...links].filter(([key]) => key.split(' ')[0] !== key.split(' ')[1]).map(([key, bytes]) => ({
          source: key.split(' ')[0], target: key.split(' ')[1],
          lineStyle: { width: 1 + 5 * bytes / most, opacity: 0.6, color: this.colour('soft') },
          tooltip: { formatter: key.replace(' ', ' and ') + ': ' + format.bytes(bytes) } })) }]
    });
  }
}
