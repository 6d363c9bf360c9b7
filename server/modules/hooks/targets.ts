import { createHmac } from 'node:crypto'
import type { HookKind } from '#contract/hooks.ts'
import type { Send } from './client.ts'

/** The version of what any address gets, as docs/hooks.md describes it. */
const VERSION = 1

/** Where a hook sends: stored encrypted. */
export type Target = {
  readonly url: string
  /** The access token of Matrix; the key that signs for others. */
  readonly token: string
  /** The room of Matrix. */
  readonly room: string
}

/** What is told of one thing. */
export type Notice = {
  /** Such as `poll:12`. */
  readonly thing: string
  readonly title: string
  readonly lines: readonly string[]
  readonly link: string
}

type Delivery = {
  readonly target: Target
  readonly notice: Notice
  /** Null: the first message about the thing. */
  readonly remoteId: string | null
  /** The same for another attempt to send the same. */
  readonly id: string
}

/** @returns how the other side calls the message */
type Deliver = (send: Send, delivery: Delivery) => Promise<string | null>

const textOf = ({ title, lines, link }: Notice): string => [title, ...lines, link].join('\n')

/** Without marks that would format, or name somebody. */
const plainIn = (text: string): string => text.replace(/[\\*_~`|>#@[\]()<]/g, '\\$&')

const discord: Deliver = async (send, { target, notice, remoteId }) => {
  const url = new URL(target.url)
  if (remoteId === null) url.searchParams.set('wait', 'true')
  else url.pathname = `${url.pathname}/messages/${remoteId}`
  const lines = [`**${plainIn(notice.title)}**`, ...notice.lines.map(plainIn), notice.link]
  const body = { content: lines.join('\n').slice(0, 2000), allowed_mentions: { parse: [] } }
  const answer = await send({ method: remoteId === null ? 'POST' : 'PATCH', url, body })
  return remoteId ?? String((answer as { id?: string } | undefined)?.id ?? '')
}

/** Matrix drops the repetition of a transaction id. */
const matrix: Deliver = async (send, { target, notice, remoteId, id }) => {
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(target.room)}/send/m.room.message/${id}`
  const content = { msgtype: 'm.notice', body: textOf(notice), 'm.mentions': {} }
  const edited = {
    ...content,
    body: `* ${content.body}`,
    'm.new_content': content,
    'm.relates_to': { rel_type: 'm.replace', event_id: remoteId },
  }
  const answer = await send({
    method: 'PUT',
    url: new URL(path, target.url),
    headers: { authorization: `Bearer ${target.token}` },
    body: remoteId === null ? content : edited,
  })
  return remoteId ?? String((answer as { event_id?: string } | undefined)?.event_id ?? '')
}

/** Receivers drop a delivery that they have, by its id. */
const json: Deliver = async (send, { target, notice, remoteId, id }) => {
  const body = { version: VERSION, delivery: id, is_update: remoteId !== null, ...notice }
  const signature = createHmac('sha256', target.token).update(JSON.stringify(body)).digest('hex')
  const headers = { 'x-delivery': id, 'x-signature-256': `sha256=${signature}` }
  await send({ method: 'POST', url: new URL(target.url), headers, body })
  return notice.thing
}

export const TARGETS: Readonly<Record<HookKind, Deliver>> = { discord, matrix, json }
