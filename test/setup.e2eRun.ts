import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveBrowser } from '#test/helpers/browser/browser.ts'

/*
 * Made once for all files of browser tests: a directory for what Node compiles of the server, and a running browser. The
 * workers find them through environment variables; each test file has browser contexts and a server of its own.
 */

const folder = mkdtempSync(join(tmpdir(), 'discordia-e2e-run-'))
let closeBrowser: (() => Promise<void>) | undefined

export default async function setUp(): Promise<void> {
  try {
    process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled')
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
