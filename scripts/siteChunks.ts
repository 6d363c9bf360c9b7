import type { Chunk } from 'webpack'

/** Chunk groups that src/browser.ts imports on every page. */
export const STARTED = ['react-dom', 'start']

/** The dictionary of the advice on passwords, which nothing else uses. */
const DICTIONARY = 'password-advice'

/** The first load is smaller in one file; so is the dictionary. */
function isLater({ name }: Chunk): boolean {
  return !['site', ...STARTED, DICTIONARY].includes(name ?? '')
}

/** Chunk of its own, so that it is evaluated in a task of its own. */
const react = {
  name: 'react',
  test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  chunks: 'all',
  enforce: true,
} as const

export const chunkGroups = { chunks: isLater, cacheGroups: { react } }
