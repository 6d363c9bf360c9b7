import { createHmac } from 'node:crypto'
import { HOOK_VERSION, type HookKind } from '#contract/hooks.ts'
import { fieldOf, HookFailure, type Send } from './client.ts'

/** The target of a hook: stored encrypted. */
export type Target = { readonly url: string; readonly token: string; readonly room: string }

/** What is said about one thing. */
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
  /** What the other side calls the message; null: the first one about the thing. */
  readonly remoteId: string | null
  /** The same for another attempt to send the same. */
  readonly id: string
}

/** @returns what the other side calls the message */
type Deliver = (send: Send, delivery: Delivery) => Promise<string | null>

/** Discord takes no more characters. */
const DISCORD_MAX = 2000
/** Its code for a message that was deleted there, which is not sent again. */
const UNKNOWN_MESSAGE = 10008

const escaped = (text: string): string => text.replace(/[\\*_~`|>#@[\]()<]/g, '\\$&')
const textIn = (answer: unknown, field: string): string | null => {
  const text = fieldOf(answer, field)
  return typeof text === 'string' ? text : null
}

const discord: Deliver = async (send, { target, notice: { title, lines, link }, remoteId }) => {
  const url = new URL(target.url)
  const isNew = remoteId === null
  if (isNew) url.searchParams.set('wait', 'true')
  else url.pathname = `${url.pathname}/messages/${remoteId}`
  const said = [`**${escaped(title)}**`, ...lines.map(escaped)].join('\n')
  const content = `${said.slice(0, DISCORD_MAX - link.length - 1).toWellFormed()}\n${link}`
  const body = { content, allowed_mentions: { parse: [] } }
  try {
    const answer = await send({ method: isNew ? 'POST' : 'PATCH', url, body })
    return remoteId ?? textIn(answer, 'id')
  } catch (error) {
    const isDeleted =
      error instanceof HookFailure && fieldOf(error.answer, 'code') === UNKNOWN_MESSAGE
    if (isNew || !isDeleted) throw error
    return remoteId
  }
}

/** Drops the repetition of a transaction id. */
const matrix: Deliver = async (send, { target, notice: { title, lines, link }, remoteId, id }) => {
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(target.room)}/send/m.room.message/${id}`
  const text = [title, ...lines, link].join('\n')
  const content = { msgtype: 'm.notice', body: text, 'm.mentions': {} }
  const relation = { rel_type: 'm.replace', event_id: remoteId }
  const edited = {
    ...content,
    body: `* ${text}`,
    'm.new_content': content,
    'm.relates_to': relation,
  }
  const answer = await send({
    method: 'PUT',
    url: new URL(path, target.url),
    headers: { authorization: `Bearer ${target.token}` },
    body: remoteId === null ? content : edited,
  })
  return remoteId ?? textIn(answer, 'event_id')
}

/** See docs/hooks.md. */
const json: Deliver = async (send, { target, notice, remoteId, id }) => {
  const body = { version: HOOK_VERSION, delivery: id, is_update: remoteId !== null, ...notice }
  const signature = createHmac('sha256', target.token).update(JSON.stringify(body)).digest('hex')
  const headers = { 'x-delivery': id, 'x-signature-256': `sha256=${signature}` }
  await send({ method: 'POST', url: new URL(target.url), headers, body })
  return notice.thing
}

const TARGETS: Readonly<Record<HookKind, Deliver>> = { discord, matrix, json }

/** Parts of an address that may be secret: shorter ones are words. */
const SECRET_MIN = 8
/** Characters that are kept of an answer that refuses. */
const PROBLEM_MAX = 300

/** @throws HookFailure in the words of the other side, without the secret, which it may have repeated */
export async function deliver(kind: HookKind, send: Send, delivery: Delivery) {
  try {
    return await TARGETS[kind](send, delivery)
  } catch (error) {
    if (!(error instanceof HookFailure)) throw error
    const { url, token } = delivery.target
    const { pathname, search } = new URL(url)
    const parts = `${pathname}${search}`
      .split(/[/?&=]/)
      .filter(({ length }) => length >= SECRET_MIN)
    const message = [token, ...parts]
      .filter(Boolean)
      // A short one may be a part of a long one.
      .sort((a, b) => b.length - a.length)
      .reduce((text, part) => text.replaceAll(part, '…'), error.message)
    throw new HookFailure(message.slice(0, PROBLEM_MAX).toWellFormed(), undefined, error.waitMs)
  }
}
