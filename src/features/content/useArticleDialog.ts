import { startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { ContentDetail, ContentItem } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { useLazyGetEventQuery, useLazyGetNewsQuery } from '#src/store/content/api.ts'

/**
 * The article in the dialog. As specified: the dialog opens after the detail fetch, whether that succeeded or failed;
 * after a failure it shows the data of the list (behaviour 4.9).
 * @param loadDialog fetches the dialog's code together with the detail
 */
export function useArticleDialog(loadDialog: () => Promise<unknown>) {
  const [fetchNews] = useLazyGetNewsQuery()
  const [fetchEvent] = useLazyGetEventQuery()
  const [fetchingId, setFetchingId] = useState<ContentId | null>(null)
  const [hasOpened, setHasOpened] = useState(false)
  const [article, setArticle] = useState<ContentDetail | null>(null)
  const lastId = useRef<ContentId | null>(null)
  const opener = useRef<HTMLElement | null>(null)

  // The dialog returns the focus itself, except the first time: it was mounted after the focus had moved.
  useEffect(() => {
    if (article === null) opener.current?.focus({ preventScroll: true })
  }, [article])

  const open = useCallback(
    async (item: ContentItem, button: HTMLElement) => {
      lastId.current = item.id
      opener.current = button
      setFetchingId(item.id)
      // Rendering the dialog retries a failed chunk and shows the error.
      loadDialog().catch(() => {})
      const { data } = await (item.type === 'News' ? fetchNews : fetchEvent)(item.id)
      // Another card may have been clicked during the call.
      if (lastId.current !== item.id) return
      // The detail may be cached: a transition lets the press itself be painted first.
      startTransition(() => {
        setFetchingId(null)
        setArticle({ ...item, ...data })
        setHasOpened(true)
      })
    },
    [fetchNews, fetchEvent, loadDialog],
  )
  return { article, hasOpened, fetchingId, open, close: () => setArticle(null) }
}
