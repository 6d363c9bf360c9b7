import type { BaseQueryApi, FetchBaseQueryError, FetchBaseQueryMeta } from '@reduxjs/toolkit/query'
import { type Late, readCopyMark } from '#src/offline/lateResponse.ts'
import { putEarlyResponse } from '#src/platform/earlyResponses.ts'
import { noteCopy, noteFailure, noteResponse, onServerBack } from '#src/platform/online.ts'
import { statusOf } from './errors.ts'

type Sent = { readonly error?: FetchBaseQueryError; readonly meta?: FetchBaseQueryMeta | undefined }

/** Calls that got copies, by URL. */
const awaited = new Map<string, { repeat: () => void; request: Request; until: number }>()
/** Far more calls than a page has; the one that waits longest is given up. */
const AWAITED_MAX = 100
/** Longest wait for a late response once the server responds again: some connections never end. */
const LATE_MS_MAX = 15_000

/**
 * Notes what a call says about the connection. `repeat` runs where the worker has given a copy: when the late response
 * has come, which the call then gets without the network, or when the server is back.
 */
export function followCall({ error, meta }: Sent, { signal }: BaseQueryApi, repeat: () => void) {
  if (signal.aborted) return
  const copy = readCopyMark(meta?.response?.headers)
  if (copy && meta) {
    const until = copy.isLate ? Date.now() + LATE_MS_MAX : 0
    awaitResponse({ repeat, request: meta.request, until })
    noteCopy(copy.at)
  } else if (error && (statusOf(error) ?? 500) >= 500) noteFailure()
  else if (meta?.response?.headers.get('Content-Type')?.includes('html')) noteFailure()
  else noteResponse()
}

function awaitResponse(call: { repeat: () => void; request: Request; until: number }): void {
  navigator.serviceWorker.addEventListener('message', takeLate)
  onServerBack(repeatAll)
  const [first] = awaited.keys()
  if (first !== undefined && awaited.size >= AWAITED_MAX) awaited.delete(first)
  awaited.set(call.request.url, call)
}

function repeatAll(): boolean {
  for (const [url, { repeat, until }] of awaited) {
    if (until > Date.now()) continue
    awaited.delete(url)
    repeat()
  }
  return awaited.size === 0
}

function takeLate({ data }: MessageEvent): void {
  const { late } = (data ?? {}) as { late?: Late }
  if (late === undefined) return
  const call = awaited.get(late.url)
  if (call === undefined) return
  awaited.delete(late.url)
  const headers = late.headers.map(([...pair]) => pair)
  putEarlyResponse(call.request, new Response(late.text, { headers }))
  call.repeat()
}
