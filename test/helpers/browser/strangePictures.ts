import type { Page } from 'playwright-core'
import sharp from 'sharp'

/** Extreme pictures: staff upload any picture, so legibility may not depend on dark or calm ones. */
export type StrangePicture = 'white' | 'noise'

const bodies: Record<StrangePicture, () => Promise<Buffer>> = {
  white: () =>
    sharp({ create: { width: 600, height: 400, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  /** Squares of black and white, each larger than a stroke of a letter. */
  noise: () => {
    const [width, height] = [150, 100]
    const squares = Uint8Array.from({ length: width * height }, (_, at) =>
      (at * at * 7) % 11 < 5 ? 0 : 255,
    )
    const small = sharp(squares, { raw: { width, height, channels: 1 } })
    return small.resize(1200, 800, { kernel: 'nearest' }).png().toBuffer()
  },
}

const URL = (name: string) => `/images/strange-${name}.png`

/** Replaces every picture, backgrounds included, until the page is loaded again. */
export async function replacePictures(page: Page, name: StrangePicture): Promise<void> {
  const body = await bodies[name]()
  await page.route(`**${URL(name)}`, (route) => route.fulfill({ contentType: 'image/png', body }))
  await page.evaluate(async (url) => {
    for (const source of document.querySelectorAll('source')) source.remove()
    for (const element of document.querySelectorAll('main, main *'))
      if (getComputedStyle(element).backgroundImage.includes('url('))
        (element as HTMLElement).style.backgroundImage = `url(${url})`
    await Promise.all(
      [...document.querySelectorAll('img')].map((image) => {
        image.removeAttribute('srcset')
        image.loading = 'eager'
        image.src = url
        return image.decode()
      }),
    )
  }, URL(name))
}
