import type { Page } from 'playwright-core'

/** A processor four times as slow, and a network with 150 ms and 1.6 Mbit/s. */
export async function slowDown(page: Page): Promise<void> {
  const phone = await page.context().newCDPSession(page)
  await phone.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await phone.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 100_000,
  })
}
