import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveBrowser } from '#test/helpers/browser/browser.ts'
import { startSite } from '#test/helpers/browser/site.ts'

/*
 * Made once for all files of browser tests, because each would spend seconds of processor time on it: the
 * demonstration as the server seeds it, what Node has compiled of the server, and a running browser. The files
 * find them through the environment, which their workers inherit; each works on a copy of the data, in contexts
 * of its own.
 */

const folder = mkdtempSync(join(tmpdir(), 'discordia-e2e-run-'))
let closeBrowser: (() => Promise<void>) | undefined

export default async function setUp(): Promise<void> {
  try {
    process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
    const dataDir = join(folder, 'data')
    const site = await startSite({ dataDir })
    await site.stop()
    process.env.E2E_SEEDED_DATA = dataDir
    const browser = await serveBrowser()
    closeBrowser = browser.close
    process.env.E2E_BROWSER = browser.endpoint
  } catch (error) {
    await tearDown()
    throw error
  }
}

export async function tearDown(): Promise<void> {
  await closeBrowser?.()
  rmSync(folder, { recursive: true, force: true })
}
