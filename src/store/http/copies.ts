import type { BaseQueryApi, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import { type Late, readCopyMark } from '#src/offline/lateResponse.ts'
import { putEarlyResponse } from '#src/platform/earlyResponses.ts'
import { noteCopy, noteFailure, noteResponse } from '#src/platform/online.ts'
import { statusOf } from './errors.ts'

type Sent = { readonly error?: FetchBaseQueryError; readonly meta?: FetchBaseQueryMeta | undefined }

/** What to do when the late response of a call has come, by URL. */
const awaited = new Map<string, (late: Late) => void>()
/** Far more calls than a page has; the one that waits longest is given up. */
const AWAITED_MAX = 100

/**
 * Notes what a call says about the connection. Where the worker has given a copy because the network was slow, `repeat`
 * runs when the response has come; then the call gets it without the network.
 */
export function followCall({ error, meta }: Sent, { signal }: BaseQueryApi, repeat: () => void) {
  if (signal.aborted) return
  const copy = readCopyMark(meta?.response?.headers)
  if (copy) {
    noteCopy(copy.at)
    if (copy.isLate && meta) awaitLate(meta.request, repeat)
  } else if (error && (statusOf(error) ?? 500) >= 500) noteFailure()
  else if (meta?.response?.headers.get('Content-Type')?.includes('html')) noteFailure()
  else noteResponse()
}

function awaitLate(request: Request, repeat: () => void): void {
  if (awaited.size === 0) navigator.serviceWorker.addEventListener('message', takeLate)
  const [first] = awaited.keys()
  if (first !== undefined && awaited.size >= AWAITED_MAX) awaited.delete(first)
  awaited.set(request.url, ({ headers, text }) => {
    putEarlyResponse(request, new Response(text, { headers: headers.map(([...pair]) => pair) }))
    repeat()
  })
}

function takeLate({ data }: MessageEvent): void {
  const { late } = (data ?? {}) as { late?: Late }
  if (late === undefined) return
  const take = awaited.get(late.url)
  awaited.delete(late.url)
  take?.(late)
}
