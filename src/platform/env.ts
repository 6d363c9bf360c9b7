/**
 * Settings of the site: webpack's DefinePlugin replaces `process.env.*` when the bundle is built.
 * An unset value is an empty string there and undefined under Node.
 */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

const setting = (value: string | undefined, otherwise: string): string => value || otherwise

/** Empty when the server renders the site. */
export const pageOrigin = (): string => globalThis.location?.origin ?? ''

/** Absolute URL of the API without trailing slash; by default `/api` of the page's origin. */
export function apiBaseUrl(): string {
  const base = setting(process.env.API_BASE_URL, '/api')
  return new URL(base, pageOrigin() || 'http://localhost').href.replace(/\/+$/, '')
}

/** Target of both legal links; by default a page of the server or the build. */
export const legalUrl = (): string => setting(process.env.LEGAL_URL, '/legal.html')

/** Settings of the contact form's mail service (behaviour 7.8; ruling 52). */
export const emailService = () => ({
  origin: setting(process.env.EMAILJS_ORIGIN, pageOrigin()),
  publicKey: setting(process.env.EMAILJS_PUBLIC_KEY, 'discordia'),
  serviceId: setting(process.env.EMAILJS_SERVICE_ID, 'discordia'),
  templateId: setting(process.env.EMAILJS_TEMPLATE_ID, 'contact'),
  /** Refuse automated browsers with 451. */
  blockHeadless: process.env.EMAILJS_BLOCK_HEADLESS === 'true',
  /** Least time between two messages from one tab; 0 means no limit. */
  throttleMs: Number(setting(process.env.EMAILJS_THROTTLE_MS, '0')) || 0,
  /** E-mail addresses that get 403. */
  blockList: setting(process.env.EMAILJS_BLOCK_LIST, '').split(',').filter(Boolean),
})

export const isProduction = process.env.NODE_ENV === 'production'
