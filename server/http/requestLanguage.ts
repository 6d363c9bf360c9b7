import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { LANGUAGE_PARAM } from '#contract/lists.ts'

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

/** A weight of RFC 9110; a range with any other one does not count. */
const WEIGHT = /^(?:0(?:\.\d*)?|1(?:\.0*)?)$/

type Wish = { readonly range: string; readonly language: string; readonly quality: number }

/** Ranges of a header of RFC 9110, such as `de-AT,de;q=0.9,en;q=0.8`. @returns the best first */
const wishesIn = (header = ''): Wish[] =>
  header
    .split(',')
    .flatMap((part): Wish[] => {
      const [range = '', ...parameters] = part.split(';').map((one) => one.trim().toLowerCase())
      const weights = parameters.map((one) => /^q\s*=\s*(.*)$/.exec(one)?.[1])
      const weight = weights.find((one) => one !== undefined) ?? '1'
      const [language = ''] = range.split('-', 1)
      return WEIGHT.test(weight) ? [{ range, language, quality: Number(weight) }] : []
    })
    // Sorting is stable: of two with the same quality the first one is preferred.
    .sort((one, other) => other.quality - one.quality)

/** The first language that the request does not refuse: `de;q=0` is no wish for German. */
const fallbackFor = (wishes: readonly Wish[], served: readonly string[]): string =>
  served.find((language) => qualityOf(language, wishes) !== 0) ?? served[0] ?? ''

/** Regions do not matter, so that one that is refused leaves the language itself. */
function qualityOf(language: string, wishes: readonly Wish[]): number | undefined {
  const named = wishes.filter((wish) => wish.language === language)
  const [best] = named.filter(({ quality, range }) => quality > 0 || range === language)
  return (best ?? wishes.find(({ range }) => range === '*'))?.quality
}

/**
 * @param header `Accept-Language`
 * @param served the main language first
 */
export function preferredOf(header: string | undefined, served: readonly string[]): string {
  const wishes = wishesIn(header)
  for (const { language, quality } of wishes.filter((wish) => wish.quality > 0)) {
    const found = served.find((one) =>
      language === '*' ? qualityOf(one, wishes) === quality : one === language,
    )
    if (found !== undefined) return found
  }
  return fallbackFor(wishes, served)
}

/** Read in the same way by src/platform/languages.ts. */
const LANGUAGE_COOKIE = /(?:^|;\s*)i18next=([a-z]{2})/i

/**
 * The language of a page by the order of behaviour 1.4, with the values that a request contains. As in the browser, only
 * the first wish of a visitor counts, unless it is refused.
 * @param served the main language first
 */
export function pageLanguageOf(
  headers: IncomingHttpHeaders,
  query: URLSearchParams,
  served: readonly string[],
): string {
  const wishes = wishesIn(headers['accept-language'])
  const [first] = wishes.filter(({ quality, language }) => quality > 0 && language !== '')
  const wish = choiceIn(headers, query)?.toLowerCase() ?? first?.language.slice(0, 2)
  return served.find((one) => one === wish) ?? fallbackFor(wishes, served)
}

/** The language that the URL names, or that the visitor has chosen on the site. */
const choiceIn = (headers: IncomingHttpHeaders, query: URLSearchParams): string | undefined =>
  /^[a-z]{2}/i.exec(query.get(LANGUAGE_PARAM) ?? '')?.[0] ??
  LANGUAGE_COOKIE.exec(headers.cookie ?? '')?.[1]
