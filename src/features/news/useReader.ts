import { useRef, useState } from 'react'
import type { ContentId } from '#contract/ids.ts'
import type { ContentDetail, ContentItem } from '#contract/schemas/content.ts'
import { useLazyGetEventQuery, useLazyGetNewsQuery } from '#src/store/api/contentApi.ts'

/**
 * The story in the dialog. As specified: it opens after the detail fetch, whether that succeeded or failed;
 * after a failure it shows what the list knows (SPEC 4).
 */
export function useReader() {
  const [fetchNews] = useLazyGetNewsQuery()
  const [fetchEvent] = useLazyGetEventQuery()
  const [fetchingId, setFetchingId] = useState<ContentId | null>(null)
  const [story, setStory] = useState<ContentDetail | null>(null)
  const wanted = useRef<ContentId | null>(null)

  const open = async (item: ContentItem) => {
    wanted.current = item.id
    setFetchingId(item.id)
    const { data } = await (item.type === 'News' ? fetchNews : fetchEvent)(item.id)
    // Another card was pressed meanwhile: its story is the one to show.
    if (wanted.current !== item.id) return
    setFetchingId(null)
    setStory({ ...item, ...data })
  }
  return { story, fetchingId, open, close: () => setStory(null) }
}
