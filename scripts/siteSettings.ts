/**
 * Settings that are written into the built site; src/platform/env.ts reads them and holds their
 * defaults. Changing one makes the build stale, so that `npm start` builds anew.
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

/** @param env usually `process.env`; what is absent there becomes an empty string */
export const siteSettings = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(NAMES.map((name) => [name, env[name] ?? '']))

/**
 * What the server must know of the built site: origins that its pages call, for their content security policy.
 * Written beside the build (dist/settings.json), so that page and policy cannot differ.
 */
export const settingsForServer = (env: Record<string, string | undefined>) => {
  const { API_BASE_URL, EMAILJS_ORIGIN } = siteSettings(env)
  return { API_BASE_URL, EMAILJS_ORIGIN }
}
