import { formattingCalls as calls, type Preview } from '#contract/formatting.ts'
import type { Picture } from '#contract/shapes.ts'
import { baseApi } from '../http/baseApi.ts'
import { sends } from '../http/endpoints.ts'
import { request } from '../http/request.ts'

export type WrittenText = { readonly title: string; readonly text: string }
type PreviewedText = WrittenText & { readonly tree: Preview['trees'][number] }

/** Only for servers that announce it in the head of the page. */
export const formattingApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    previewTexts: build.query<PreviewedText[], readonly WrittenText[]>({
      ...sends(calls.previewTexts),
      query: (written) => request(calls.previewTexts, { texts: written.map(({ text }) => text) }),
      transformResponse: ({ trees }: Preview, _meta, written) =>
        written.map((each, index) => ({ ...each, tree: trees[index] ?? null })),
      // The cache key is the texts: each edit would leave an entry.
      keepUnusedDataFor: 0,
    }),
    addTextPicture: build.mutation<Picture, File>({
      ...sends(calls.addTextPicture),
      query: (image) => {
        const body = new FormData()
        body.set('image', image)
        return { ...request(calls.addTextPicture), body }
      },
    }),
  }),
})
