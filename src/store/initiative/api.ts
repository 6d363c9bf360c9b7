import { fetchBaseQuery } from '@reduxjs/toolkit/query'
import { pageOrigin } from '#src/platform/env.ts'
import { baseApi } from '../http/baseApi.ts'
import { UNEXPECTED_RESPONSE } from '../http/errors.ts'

/** A page of the book for readers who need its text, a paragraph a line. */
export type BookText = {
  readonly number: number
  readonly title: string
  readonly text: readonly string[]
}

const isText = (row: unknown): row is BookText => {
  const { number, title, text } = (row ?? {}) as Partial<Record<keyof BookText, unknown>>
  return (
    typeof number === 'number' &&
    typeof title === 'string' &&
    Array.isArray(text) &&
    text.every((line) => typeof line === 'string')
  )
}

export const initiativeApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the URL of a file of the site, which changes with the book. It is no call of the API: no tokens. */
    listBookTexts: build.query<readonly BookText[], string>({
      queryFn: async (url, api) => {
        // Looked up per call, so that tests can replace the network.
        const fetchFn: typeof fetch = (request) => globalThis.fetch(request)
        const read = fetchBaseQuery({ baseUrl: pageOrigin(), fetchFn })
        const { data, error } = await read(url, api, {})
        if (error) return { error }
        const { pages } = (data ?? {}) as { pages?: unknown }
        return Array.isArray(pages) && pages.every(isText)
          ? { data: pages }
          : { error: UNEXPECTED_RESPONSE }
      },
    }),
  }),
})
