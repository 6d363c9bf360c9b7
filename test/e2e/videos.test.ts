import { builtSite } from '#test/helpers/browser/builtSite.ts'
import { smallWorld } from '#test/helpers/fixtures/smallWorld.ts'

describe('the videos of the rules page (behaviour 2)', () => {
  const built = builtSite({ world: smallWorld })
  const player = () => built.page.getByRole('region', { name: 'Rules videos' }).locator('video')
  const open = async () => {
    await built.page.goto('/discordia/rules')
    await built.page.getByRole('tabpanel').getByRole('link').first().waitFor()
    await built.settled()
  }

  test('leave the search in the first view, on all widths', async () => {
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [360, 740],
    ] as const) {
      await built.page.setViewportSize({ width, height })
      await open()
      const box = await built.page.getByRole('tabpanel').getByRole('searchbox').boundingBox()
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
      expect(await player().isVisible()).toBe(true)
    }
  })

  test('are served in ranges, have captions, and play by the keyboard', async () => {
    await open()
    const src = (await player().getAttribute('src')) ?? ''
    const part = await fetch(new URL(src, built.server.url), { headers: { Range: 'bytes=0-99' } })
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
    expect(part.headers.get('content-range')).toMatch(/^bytes 0-99\/\d{5,}$/)
    expect((await part.arrayBuffer()).byteLength).toBe(100)
    await player().focus()
    await built.page.keyboard.press('Space')
    await built.page.waitForFunction(() => {
      const film = document.querySelector('video')
      const captions = film?.textTracks[0]
      return film && !film.paused && captions?.mode === 'showing' && captions.cues?.length
    })
  })
})
