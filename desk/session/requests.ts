import { fetchUtils, HttpError } from 'react-admin'
import {
  LINES_TYPE,
  type Losses,
  type Step,
  type TransferLine,
  type TransferReport,
} from '#contract/transfer.ts'

export type OnStep = (step: Step) => void
type Outcome = { readonly status: number; readonly body: unknown }

/** As `fetchUtils.fetchJson`, for a call whose response may say how far the work is. @throws HttpError */
export async function fetchLines(url: string, options: fetchUtils.Options, onStep: OnStep) {
  const headers = fetchUtils.createHeadersFromOptions(options)
  headers.set('Accept', `${LINES_TYPE}, application/json`)
  const response = await fetch(url, { ...options, headers })
  const { status, body } = await outcomeOf(response, onStep)
  if (status < 200 || status >= 300) throw new HttpError(response.statusText, status, body)
  return { status, headers: response.headers, body: '', json: body }
}

async function outcomeOf(response: Response, onStep: OnStep): Promise<Outcome> {
  const { status, headers, body } = response
  if (body === null || headers.get('Content-Type') !== LINES_TYPE)
    return { status, body: await response.json().catch(() => undefined) }
  const losses: Losses['losses'] = []
  let outcome: Outcome | undefined
  for await (const text of linesOf(body)) {
    const line = JSON.parse(text) as TransferLine
    if ('step' in line) onStep(line)
    else if ('losses' in line) losses.push(...line.losses)
    else if ('report' in line) outcome = { status, body: withAll(line.report, losses) }
    else outcome = { status: line.status, body: line.refusal }
  }
  // The connection was lost.
  if (outcome === undefined) throw new HttpError('', 0)
  return outcome
}

/** The report with the losses that came before it, if it has not all of them itself. */
function withAll(report: TransferReport, losses: Losses['losses']): TransferReport {
  if (losses.length === 0) return report
  const more_losses = report.losses.length + report.more_losses - losses.length
  return { ...report, losses, more_losses }
}

/** Whole lines. Not all browsers can iterate over a stream. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (text + decoder.decode(part.value, { stream: true })).split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}

/** @param share of the body that has been sent, from 0 to 1 */
export type OnShare = (share: number) => void
type Sending = {
  url: string
  body: FormData | Blob
  headers: Readonly<Record<string, string>>
  onShare: OnShare
}

/** A POST by XMLHttpRequest: `fetch` reports no progress. @throws HttpError, with status 0 without a response */
export function sendWithProgress({ url, body, headers, onShare }: Sending): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new HttpError('', 0))
    request.onload = () => {
      // Null where the body is no JSON.
      const response: unknown = request.response
      if (request.status < 300) resolve(response)
      else reject(new HttpError('', request.status, response))
    }
    request.send(body)
  })
}
