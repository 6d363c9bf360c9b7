/**
 * Settings that are compiled into the site; src/platform/env.ts reads them and has their defaults. A
 * changed setting makes the build stale.
 */
const NAMES = [
  'API_BASE_URL',
  'LEGAL_URL',
  'EMAILJS_ORIGIN',
  'EMAILJS_PUBLIC_KEY',
  'EMAILJS_SERVICE_ID',
  'EMAILJS_TEMPLATE_ID',
  'EMAILJS_BLOCK_HEADLESS',
  'EMAILJS_BLOCK_LIST',
  'EMAILJS_THROTTLE_MS',
]

/** @param env usually `process.env`; an absent setting becomes an empty string */
export const siteSettings = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, env[name] ?? '']))

/**
 * Origins that the built pages call, for the server's content security policy. Written to
 * dist/settings.json with the build, so that pages and policy cannot differ.
 */
export const settingsForServer = (env: Record<string, string | undefined>) => {
  const { API_BASE_URL, EMAILJS_ORIGIN } = siteSettings(env)
  return { API_BASE_URL, EMAILJS_ORIGIN }
}
