import { setTimeout } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { builtSite } from '../../test/helpers/browser/builtSite.ts'
import { smallWorld } from '../../test/helpers/fixtures/smallWorld.ts'

describe('a dialog that is answered while it opens', () => {
  const built = builtSite({ world: smallWorld, ownContext: true })

  test('an article fades on layer 1050, and an answer at any moment of its opening closes it (behaviour 9.6)', async () => {
    const moving = await built.newcomer({ reducedMotion: 'no-preference' })
    await moving.goto('/discordia/news&events/')
    const dialog = moving.getByRole('dialog')
    const opener = await middleOf(moving.getByRole('button', { name: 'Read more' }).first())
    await moving.mouse.click(...opener)
    const closer = await middleOf(dialog.getByLabel('Close dialog'))
    const style = await dialog.evaluate((element) => {
      const { zIndex, transitionProperty, transitionDuration } = getComputedStyle(element)
      return [zIndex, transitionProperty, Number.parseFloat(transitionDuration) > 0]
    })
    expect(style).toEqual(['1050', 'opacity', true])
    const answers = [
      () => moving.mouse.click(...closer),
      () => moving.keyboard.press('Escape'),
      () => moving.mouse.dblclick(...closer),
    ]
    await moving.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await moving.evaluate(keepBusy)
    for (const [n, answer] of answers.entries())
      for (let moment = n * 9; moment < 240; moment += 30) {
        await moving.mouse.click(...opener)
        await dialog.waitFor({ state: 'attached' })
        await setTimeout(moment)
        await answer()
        await dialog.waitFor({ state: 'detached', timeout: 5000 })
      }
  })
})

/** Middle of a control, once it is in view and has stopped moving. */
async function middleOf(control: Locator): Promise<[x: number, y: number]> {
  await control.click({ trial: true })
  const box = await control.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return [box.x + box.width / 2, box.y + box.height / 2]
}

/** Keeps the page busy most of the time, like a slow phone. */
function keepBusy(): void {
  const end = performance.now() + 40
  while (performance.now() < end);
  window.setTimeout(keepBusy, 5)
}
