import { readFile } from 'node:fs/promises'
import { callsTo, watchCalls } from '#test/helpers/browser/apiCalls.ts'
import { answerWith, holdBack } from '#test/helpers/browser/apiEdge.ts'
import { bytesOf } from '#test/helpers/browser/browser.ts'
import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { aDownloadCategory, aDownloadFile } from '#test/helpers/fixtures/siteState.ts'
import { DOWNLOADED, smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

const PDF = 'RPG-Initiative-Online.pdf'

describe('files that reach the disk of a visitor', () => {
  const built = builtSite({ world: smallWorld })
  const toggle = (name: string) => built.page.getByRole('button', { name, exact: true })
  const download = () => built.page.getByRole('button', { name: 'Download', exact: true })

  test('a download is the stored file under its name; it shows its progress and starts once', async () => {
    const calls = watchCalls(built.page)
    await built.page.goto('/discordia/downloads')
    await toggle('Table 2').click()
    const release = await holdBack(built.page, '/downloads/download/*')
    await download().dblclick()
    const progress = built.page.getByRole('progressbar', { name: 'Downloading Table 2' })
    await progress.waitFor()
    const arrival = built.page.waitForEvent('download')
    release()
    const saved = await arrival
    expect(saved.suggestedFilename()).toBe('Table-2.csv')
    expect((await bytesOf(saved)).equals(DOWNLOADED)).toBe(true)
    await progress.waitFor({ state: 'detached' })
    expect(callsTo(calls, 'GET /downloads/download/')).toHaveLength(1)
  })

  test('a download is named by the list, whatever its response is named', async () => {
    const file = aDownloadFile({ display_name: 'Renamed', download_file_name: 'Of the list.csv' })
    await answerWith(built.page, '/downloads/active', [
      aDownloadCategory({ download_files: [file] }),
    ])
    // By a link: the server renders what it has itself.
    await built.page.goto('/auth/login')
    await built.page.getByRole('link', { name: 'Downloads' }).first().click()
    await toggle('Renamed').click()
    const [saved] = await Promise.all([built.page.waitForEvent('download'), download().click()])
    expect(saved.suggestedFilename()).toBe('Of the list.csv')
  })

  test(`the rulebook is saved as ${PDF}, whole`, async () => {
    await built.page.goto('/discordia/rpg-initiative')
    const [saved] = await Promise.all([
      built.page.waitForEvent('download'),
      built.page.getByRole('button', { name: 'Download PDF Book', exact: true }).click(),
    ])
    expect(saved.suggestedFilename()).toBe(PDF)
    expect((await bytesOf(saved)).equals(await readFile(`public/rulebook/${PDF}`))).toBe(true)
  })
})
