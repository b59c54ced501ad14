import { chromium } from "@playwright/test";
const browser = await chromium.launch({executablePath:"/usr/bin/chromium", args:["--headless","--no-sandbox","--disable-gpu"]});
const [,, hash="", name="a", width="1280", scheme="light", ...acts] = process.argv;
const page = await browser.newPage({viewport:{width:Number(width),height:900}, colorScheme:scheme});
page.on("console", m=>console.log("console", m.type(), m.text())); page.on("pageerror", e=>console.log("pageerror", String(e).slice(0,500)));
const t=Date.now();
await page.goto("file:///tmp/m/w29-tc/machine.html"+hash);
await page.locator("html[data-ready]").waitFor({state:"attached", timeout:30000}).catch(e=>console.log("not ready"));
console.log("ready after", Date.now()-t);
for (const a of acts) { await page.evaluate(a); await page.waitForTimeout(1500); }
console.log(await page.locator("#status").textContent().catch(()=>""), "|", await page.locator("#says").textContent().catch(()=>""));
await page.screenshot({path:`/tmp/m/w29-tc/shots/${name}.png`, fullPage:true});
await browser.close();
