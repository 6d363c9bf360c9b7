import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { LANGUAGE_PARAM } from '#contract/pageTags.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The languages that the site is served in, the main one first. */
    readonly languages: readonly string[]
  }
}

/** The language of an answer: the one that `Accept-Language` prefers of those that are served, else the main one. */
export const languageOf = ({ headers, server }: FastifyRequest): string =>
  preferredOf(headers['accept-language'], server.languages)

/**
 * @param header of RFC 9110, such as `de-AT,de;q=0.9,en;q=0.8`; regions do not matter
 * @param served the main language first
 */
export function preferredOf(header: string | undefined, served: readonly string[]): string {
  const wishes = (header ?? '').split(',').map((part) => {
    const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
    const quality = parameters.find((one) => one.startsWith('q='))?.slice('q='.length) ?? '1'
    return { language: range.split('-', 1)[0], quality: Number(quality) || 0 }
  })
  // Sorting is stable: of two with the same quality the first one is preferred.
  const [wish] = wishes
    .filter(({ language, quality }) => quality > 0 && served.includes(language ?? ''))
    .sort((one, other) => other.quality - one.quality)
  return wish?.language ?? served[0] ?? ''
}

/** Read in the same way by src/platform/languages.ts. */
const LANGUAGE_COOKIE = /(?:^|;\s*)i18next=([a-z]{2})/i

/**
 * The language of a page by the order of behaviour 1.4, with the values that a request contains. As in the browser, only
 * the first wish of a visitor counts.
 * @param served the main language first
 */
export function pageLanguageOf(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  served: readonly string[],
): string {
  const wish =
    /^[a-z]{2}/i.exec(query.get(LANGUAGE_PARAM) ?? '')?.[0] ??
    LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1] ??
    /^\s*([a-z]{2})/i.exec(headers['accept-language'] ?? '')?.[1]
  const language = wish?.toLowerCase()
  return served.find((one) => one === language) ?? served[0] ?? ''
}
