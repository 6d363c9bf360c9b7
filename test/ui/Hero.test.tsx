import { existsSync } from 'node:fs'
import { render, screen, within } from '@testing-library/react'
import type { HeroSceneName } from '#src/ui/Hero.tsx'
import { Hero } from '#src/ui/Hero.tsx'

const scenes: HeroSceneName[] = [
  'landing',
  'news',
  'downloads',
  'initiative',
  'rules',
  'world',
  'auth',
  'dashboard',
]
const filesOf = (container: HTMLElement) =>
  [...container.querySelectorAll('source, img')].flatMap((element) =>
    [element.getAttribute('src') ?? '', ...(element.getAttribute('srcset') ?? '').split(', ')]
      .map((candidate) => candidate.split(' ')[0] ?? '')
      .filter((address) => address !== ''),
  )

test.each(scenes)('the scene %s has all the files that it names', (picture) => {
  const { container } = render(<Hero picture={picture} />)
  const files = filesOf(container)
  expect(files.length).toBeGreaterThanOrEqual(9)
  expect(files.filter((file) => !existsSync(`public${file}`))).toEqual([])
})

test('the scene is decorative, is fetched early and reserves its room', () => {
  render(
    <Hero picture="news">
      <h1>News</h1>
    </Hero>,
  )
  const scene = screen.getByRole('presentation')
  expect(scene).toHaveAttribute('width', '1920')
  expect(scene).toHaveAttribute('height', '800')
  expect(scene).toHaveAttribute('fetchpriority', 'high')
  expect(scene).not.toHaveAttribute('loading', 'lazy')
  expect(screen.getByRole('heading', { level: 1, name: 'News' })).toBeVisible()
})

test('a picture of the page can replace the scene', () => {
  render(
    <Hero aria-label="Article header" picture={{ element: <img src="/a.jpg" alt="" /> }}>
      <h1>Bells</h1>
    </Hero>,
  )
  const hero = within(screen.getByRole('region', { name: 'Article header' }))
  expect(hero.getByRole('presentation')).toHaveAttribute('src', '/a.jpg')
  expect(hero.getByRole('heading', { name: 'Bells' })).toBeVisible()
})
