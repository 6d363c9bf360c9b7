import { useEffect, useRef, useState } from 'react'
import type { ContentId } from '#contract/ids.ts'
import type { ContentDetail, ContentItem } from '#contract/schemas/content.ts'
import { useLazyGetEventQuery, useLazyGetNewsQuery } from '#src/store/content/api.ts'

/**
 * The story in the dialog. As specified: it opens after the detail fetch, whether that succeeded or failed;
 * after a failure it shows what the list knows (behaviour 4).
 * @param loadDialog fetches the dialog's code, while the detail is on its way
 */
export function useArticleDialog(loadDialog: () => Promise<unknown>) {
  const [fetchNews] = useLazyGetNewsQuery()
  const [fetchEvent] = useLazyGetEventQuery()
  const [fetchingId, setFetchingId] = useState<ContentId | null>(null)
  const [hasOpened, setHasOpened] = useState(false)
  const [story, setStory] = useState<ContentDetail | null>(null)
  const wanted = useRef<ContentId | null>(null)
  const opener = useRef<HTMLElement | null>(null)

  // The dialog gives the focus back by itself, but not the first time: it did not see who had it.
  useEffect(() => {
    if (story === null) opener.current?.focus({ preventScroll: true })
  }, [story])

  const open = async (item: ContentItem, button: HTMLElement) => {
    wanted.current = item.id
    opener.current = button
    setFetchingId(item.id)
    // Should the code not arrive, drawing the dialog asks for it again and tells.
    loadDialog().catch(() => {})
    const { data } = await (item.type === 'News' ? fetchNews : fetchEvent)(item.id)
    // Another card was pressed meanwhile: its story is the one to show.
    if (wanted.current !== item.id) return
    setFetchingId(null)
    setStory({ ...item, ...data })
    setHasOpened(true)
  }
  return { story, hasOpened, fetchingId, open, close: () => setStory(null) }
}
