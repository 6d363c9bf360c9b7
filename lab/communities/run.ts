/**
 * Draws docs/images anew: the sites of the made-up communities, and the page of the desk on which one of them was made.
 * An argument names a folder for SITE_DIR, which is written instead with the files of that one.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { seedStarter } from '../../server/db/seed/index.ts'
import { COMMAND_LINE } from '../../server/desk/audit.ts'
import { importFolder } from '../../server/modules/site-kit/folder/importing.ts'
import { openBrowser, settled, visit } from '../../test/helpers/browser/browser.ts'
import { enter, menu, open } from '../../test/helpers/browser/desk.ts'
import { startWorld } from '../../test/helpers/browser/startWorld.ts'
import { writeFiles } from '../../test/helpers/fixtures/siteFolders.ts'
import { addMembers } from '../../test/helpers/fixtures/smallWorld.ts'
import type { DeskServer } from '../../test/helpers/server/startDesk.ts'
import { CLUB, COMMUNITIES, type Community, folderOf } from './communities.ts'

const IMAGES = join(import.meta.dirname, '../../docs/images')

async function draw(page: Page, name: string): Promise<void> {
  await settled(page)
  const shot = await page.screenshot({ animations: 'disabled' })
  writeFileSync(join(IMAGES, `${name}.webp`), await sharp(shot).webp({ quality: 82 }).toBuffer())
  console.log(`docs/images/${name}.webp`)
}

async function fill(server: DeskServer, community: Community): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'discordia-community-'))
  // Added to a database without accounts alone.
  await seedStarter(server.deps)
  await addMembers(server)
  writeFiles(folder, await folderOf(community))
  const { problems } = await importFolder(server.deps, folder, COMMAND_LINE)
  rmSync(folder, { recursive: true })
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  await server.deps.kit.reload()
}

async function drawAll(): Promise<void> {
  const browser = await openBrowser()
  for (const community of COMMUNITIES) {
    const server = await startWorld((world) => fill(world, community))
    const value = `${encodeURIComponent(community.name)}-consent-cookie`
    const { page, context, close } = await visit(browser, server)
    await context.addCookies([{ name: value, value: 'true', url: server.url }])
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/discordia/')
    await draw(page, `site-${community.key}`)
    await close()
    if (community === CLUB) {
      const desk = await visit(browser, { url: server.deskUrl })
      await desk.page.setViewportSize({ width: 1440, height: 900 })
      await enter(desk.page, 'Sam')
      await menu(desk.page).waitFor()
      await open(desk.page, 'Site')
      await desk.page.frameLocator('iframe:visible').getByRole('banner').first().waitFor()
      for (const [width, height] of [
        [1440, 900],
        [768, 1024],
        [360, 780],
      ] as const) {
        await desk.page.setViewportSize({ width, height })
        await draw(desk.page, `desk-site-${width}`)
      }
      await desk.close()
    }
    await server.stop()
  }
  await browser.close()
}

const [folder] = process.argv.slice(2)
if (folder === undefined) await drawAll()
else writeFiles(folder, await folderOf(CLUB))
