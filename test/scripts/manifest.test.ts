import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { colors } from '../../tailwind.config.ts'

const PUBLIC = join(import.meta.dirname, '../../public')
const manifest = JSON.parse(readFileSync(join(PUBLIC, 'site.webmanifest'), 'utf8'))

test('the manifest has the colours of the site and starts at the landing page', () => {
  expect(manifest).toMatchObject({
    name: 'Discordia',
    start_url: '/discordia/',
    background_color: colors.parchment,
    theme_color: colors.night,
  })
  const page = readFileSync(join(PUBLIC, '../src/index.html'), 'utf8')
  expect(page).toContain('<link rel="manifest" href="/site.webmanifest" />')
})

test('its icons exist in the sizes that it lists, one of them maskable', async () => {
  const icons: { src: string; sizes: string; type: string; purpose?: string }[] = manifest.icons
  for (const { src, sizes, type } of icons) {
    const { width, height, format } = await sharp(join(PUBLIC, src)).metadata()
    expect(type).toContain(format)
    if (format !== 'svg') expect(`${width}x${height}`).toBe(sizes)
  }
  expect(icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  const maskable = icons.find(({ purpose }) => purpose === 'maskable')
  const { isOpaque } = await sharp(join(PUBLIC, maskable?.src ?? '')).stats()
  expect(isOpaque).toBe(true)
})
