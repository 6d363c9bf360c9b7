import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { LANGUAGE_PARAM } from '#contract/namedLanguage.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The languages that the site is served in, the main one first. */
    readonly languages: readonly string[]
  }
}

/** The language of an answer: the one that `Accept-Language` prefers of those that are served, else the main one. */
export const languageOf = ({ headers, server }: FastifyRequest): string =>
  preferredOf(headers['accept-language'], server.languages)

/** The same to store: null where the site is served in one language alone. */
export const chosenLanguage = (request: FastifyRequest): string | null =>
  request.server.languages.length > 1 ? languageOf(request) : null

/** The language of a page without scripts: the one that is chosen, else that of an answer. */
export function readerLanguage(request: FastifyRequest): string {
  const { url, headers, server } = request
  const choice = choiceIn(headers, new URLSearchParams(url.split('?', 2)[1]))?.toLowerCase()
  return server.languages.find((one) => one === choice) ?? languageOf(request)
}

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
    choiceIn(headers, query) ?? /^\s*([a-z]{2})/i.exec(headers['accept-language'] ?? '')?.[1]
  const language = wish?.toLowerCase()
  return served.find((one) => one === language) ?? served[0] ?? ''
}

/** The language that the URL names, or that the visitor has chosen on the site. */
const choiceIn = (headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined =>
  /^[a-z]{2}/i.exec(query.get(LANGUAGE_PARAM) ?? '')?.[0] ??
  LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1]
