// G6: the dashboard with 1,000 members and 500 updates a second, next to the minimum of any page: 32 of 1,000 rows as bare DOM, redrawn as
// often.
import type { Browser, Page } from 'playwright-core';
import { openBrowser, visit } from '../../e2e/browser/chromium.ts';
import { signIn } from '../../e2e/browser/sign-in.ts';
import { SIGN_INS } from '../../e2e/browser/stage.ts';
import { startConsole } from '../../e2e/lab/console.ts';
import { addServers } from '../add-servers.ts';
import type { Result } from '../harness.ts';
import { median } from '../harness.ts';
import { startLoad } from '../load.ts';

const SECONDS = 7;
const ROUNDS = 5;
/** Per PBX, with 4 PBXs. About every second event becomes a browser update, which gives 500 updates a second. */
const PBX_EVENTS = 230;

interface Cost {
  /** Milliseconds of main thread time per second. */
  readonly task: number;
  readonly framesPerSecond: number;
}

/** Measures main thread time by the browser's CPU ticks, and frames by requestAnimationFrame. */
const watch = async (page: Page): Promise<Cost> => {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const task = async (): Promise<number> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    return metrics.find((m) => m.name === 'TaskDuration')?.value ?? 0;
  };
  await page.evaluate(() => {
    const w = window as unknown as { frames: number };
    w.frames = 0;
    const count = (): void => {
      w.frames++;
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  const before = await task();
  await page.waitForTimeout(SECONDS * 1000);
  const spent = (await task()) - before;
  const frames = await page.evaluate(() => (window as unknown as { frames: number }).frames);
  await cdp.detach();
  return { task: (spent * 1000) / SECONDS, framesPerSecond: frames / SECONDS };
};

/** 1,000 rows of data, 25 changed every 50 ms, 32 in view, each with a running clock, with plain DOM. */
const FLOOR = `<!doctype html><style>table{table-layout:fixed;width:100%;font:14px sans-serif;font-variant-numeric:tabular-nums}td{height:28px;overflow:hidden;white-space:nowrap}</style>
<table><tbody id="b"></tbody></table><script>
const N=1000,V=32,rows=Array.from({length:N},(_,i)=>({name:'Agent '+i,queue:'queue-'+(i%50),status:1,calls:0,since:Date.now()-i*1000,number:'+1202555'+i}));
const body=document.getElementById('b'),cells=[];
for(let i=0;i<V;i++){const tr=body.insertRow();cells.push(Array.from({length:8},()=>{const t=document.createTextNode('');tr.insertCell().append(t);return t}))}
const draw=i=>{const r=rows[i],c=cells[i];const v=[r.name,r.queue,String(r.status),String(r.calls),r.number,r.status===2?'In call':'Free',String(i)];for(let k=0;k<7;k++)if(c[k].data!==v[k])c[k].data=v[k]};
const pad=n=>String(n).padStart(2,'0');
const tick=()=>{const now=Date.now();for(let i=0;i<V;i++){const s=Math.floor((now-rows[i].since)/1000);cells[i][7].data=pad(Math.floor(s/3600))+':'+pad(Math.floor(s/60)%60)+':'+pad(s%60)}};
for(let i=0;i<V;i++)draw(i);tick();setInterval(tick,1000);
let dirty=new Set();const flush=()=>{for(const i of dirty)if(i<V)draw(i);dirty.clear()};
setInterval(()=>{for(let k=0;k<25;k++){const i=Math.floor(Math.random()*N),r=rows[i];r.status=r.status===1?2:1;r.calls++;r.since=Date.now();if(dirty.size===0)requestAnimationFrame(flush);dirty.add(i)}},50);
</script>`;

const floor = async (browser: Browser): Promise<Cost> => {
  const { page, context } = await visit(browser, 'http://127.0.0.1');
  await page.setContent(FLOOR);
  await page.waitForTimeout(500);
  const cost = await watch(page);
  await context.close();
  return cost;
};

const dashboard = async (browser: Browser, url: string): Promise<Cost> => {
  const { page, context } = await visit(browser, url);
  await signIn(page, SIGN_INS.administrator);
  await page.goto('/dashboard');
  await page.getByText('tenant1-queue1').first().waitFor();
  await page.waitForTimeout(1500);
  const cost = await watch(page);
  await context.close();
  return cost;
};

export const measure = async (): Promise<Result[]> => {
  const load = await startLoad({ count: 4, queues: 25, agents: 250, eventsPerSecond: PBX_EVENTS });
  const console_ = await startConsole();
  const browser = await openBrowser();
  const floors: Cost[] = [];
  const dashboards: Cost[] = [];
  try {
    await addServers(console_, load);
    for (let round = 0; round < ROUNDS; round++) {
      floors.push(await floor(browser));
      dashboards.push(await dashboard(browser, console_.url));
    }
  } finally {
    await browser.close();
    await console_.close();
    await load.stop();
  }
  const least = median(floors.map((c) => c.task));
  const ours = median(dashboards.map((c) => c.task));
  const frames = median(dashboards.map((c) => c.framesPerSecond));
  return [
    {
      goal: 'G6',
      what: 'dashboard, 1,000 members, 500 updates/s: main thread',
      reached: `${ours.toFixed(0)} ms/s, ${(ours / least).toFixed(1)} × the floor (${least.toFixed(0)} ms/s)`,
      aim: '≤ 1.3 ×',
      met: ours <= 1.3 * least,
    },
    { goal: 'G6', what: 'frames', reached: `${frames.toFixed(0)} a second`, aim: '60', met: frames >= 58 },
  ];
};
