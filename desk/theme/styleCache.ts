import createCache, { type EmotionCache } from '@emotion/cache'
import { isDeskRightToLeft } from '../i18n.ts'

/**
 * Writes the styles of the page. From right to left, a plugin turns left and right in all of them, those of the libraries
 * included; only such a desk loads it.
 */
export async function makeStyleCache(): Promise<EmotionCache> {
  if (!isDeskRightToLeft()) return createCache({ key: 'css' })
  const { default: mirror } = await import('@mui/stylis-plugin-rtl')
  return createCache({ key: 'css', stylisPlugins: [mirror] })
}
