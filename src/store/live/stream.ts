import type { BaseQueryApi, FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { liveCalls } from '#contract/live.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { asMember, headersOf, send } from '../http/baseApi.ts'
import { type ApiCall, request } from '../http/request.ts'

/** Longest silence before the stream counts as broken; the server sends heartbeats more often. */
const SILENT_MAX_MS = 60_000

type StreamResponse = { readonly body: ReadableStream<Uint8Array> }
type Opening = ApiCall & { readonly signal: AbortSignal }

/** Uses fetch: RTK Query would read the response to its end. */
const openOnce = async ({ url, signal, ...call }: Opening, api: BaseQueryApi) => {
  try {
    const response = await globalThis.fetch(
      new Request(apiBaseUrl() + url, { signal, headers: headersOf(call, api) }),
    )
    if (response.ok && response.body !== null) return { data: { body: response.body } }
    const data: unknown = await response.json().catch(() => null)
    return { error: { status: response.status, data, ...retryAfter(response) } }
  } catch (error) {
    return { error: { status: 'FETCH_ERROR', error: String(error) } as const }
  }
}

const retryAfter = ({ headers }: Response) => {
  const seconds = Number(headers.get('retry-after'))
  return seconds > 0 ? { retryAfterMs: seconds * 1000 } : {}
}

const openAsMember = asMember((call, api, options) =>
  call.access === 'open' ? send(call, api, options) : openOnce(call as Opening, api),
)

type Opened =
  | { readonly data: StreamResponse; readonly error?: undefined }
  | {
      readonly data?: undefined
      readonly error: FetchBaseQueryError & { readonly retryAfterMs?: number }
    }

/** Opens a stream, after a refresh of the session if that is needed (behaviour 4.1). */
export async function openStream(
  api: Pick<BaseQueryApi, 'dispatch' | 'getState' | 'extra'>,
  lastEventId: string | null,
  signal: AbortSignal,
): Promise<Opened> {
  const headers = lastEventId === null ? undefined : { 'Last-Event-ID': lastEventId }
  const call = { ...request(liveCalls.followChanges, {}), headers, signal }
  const own = { ...api, signal, abort: () => undefined, endpoint: 'followChanges' }
  return (await openAsMember(call, { ...own, type: 'query' }, {})) as Opened
}

/** Calls back with each event until the stream ends, breaks, or is silent for too long. Never throws. */
export async function readStream(
  { body }: StreamResponse,
  onEvent: (event: EventSourceMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  const decoder = new TextDecoder()
  const parser = createParser({ onEvent })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      timer = setTimeout(cancel, SILENT_MAX_MS)
      const { done, value } = await reader.read()
      clearTimeout(timer)
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } catch {
    // The stream broke, or the response is no event stream.
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}
