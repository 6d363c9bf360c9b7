import { builtSite } from '../../test/helpers/browser/builtSite.ts'

describe('a large glossary', () => {
  const built = builtSite({ world: 'empty' })

  test('10,000 entries from a server that ignores limit: filtering and Show More stay quick at 4x slowdown', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => ({
      id: i + 1,
      title: `Entry ${String(i).padStart(5, '0')}`,
      description: 'One of ten thousand.',
      image: null,
      entry_type: 1,
      entry_type_detail: { name: 'People', icon: null },
      entry_subtype: null,
      entry_subtype_name: null,
      created_by: { username: 'ada', is_staff: true },
      pending: false,
      is_rejected: false,
    }))
    await built.page.route('**/api/glossary/entries/?*', (route) => route.fulfill({ json: many }))
    // Follows a link, because the server would render the page itself.
    await built.page.goto('/auth/login')
    await built.page.getByRole('link', { name: 'World' }).first().click()
    await built.page
      .getByRole('region', { name: 'Glossary entries' })
      .getByRole('article')
      .first()
      .waitFor()
    await built.settled()
    const slow = await built.visitor.context.newCDPSession(built.page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    /** Time from a click to the next painted frame. */
    const interactionMs = (name: string, role: 'button' | 'checkbox') =>
      built.page.getByRole(role, { name }).evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            const started = performance.now()
            ;(element as HTMLElement).click()
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - started)))
          }),
      )
    const more = await interactionMs('Show More', 'button')
    const filter = await interactionMs('User-made Entries only', 'checkbox')
    process.stdout.write(
      `measured: 10,000 entries, 4x slower: Show More ${more.toFixed(0)} ms, filter ${filter.toFixed(0)} ms\n`,
    )
    await built.page
      .getByRole('region', { name: 'Glossary entries' })
      .getByRole('article')
      .nth(9)
      .waitFor()
  })
})
