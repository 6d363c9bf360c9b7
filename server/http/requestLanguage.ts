import type { FastifyRequest } from 'fastify'

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
