import { PageHead } from '#src/app/shell/PageHead.tsx'
import { dropServedHead } from '#src/platform/servedHead.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const tags = () => document.head.querySelectorAll('[data-page]').length

/** The first page was served with these tags, and is left. */
function leave(served: string): void {
  document.head.innerHTML = served
  dropServedHead()
}

test('a page has no head of its own where the first one was served without', () => {
  leave('<link rel="canonical" href="https://a.example/"><meta name="description" content="All">')
  renderWithStore(<PageHead />, { at: '/discordia/downloads' })
  expect(tags()).toBe(0)
})

test('a page has the head of its URL where the first one was served with one', () => {
  leave(
    '<link rel="canonical" href="https://a.example/discordia/" data-page=""><meta property="og:site_name" content="Ours" data-page="">',
  )
  renderWithStore(<PageHead />, { at: '/discordia/Downloads/' })
  const canonical = document.head.querySelector('link[rel="canonical"]')
  expect(canonical).toHaveAttribute('href', 'https://a.example/discordia/downloads')
  const name = document.head.querySelector('meta[property="og:site_name"]')
  expect(name).toHaveAttribute('content', 'Ours')
  expect(tags()).toBe(11)
})
