/** In-process stand-in for NOTIFY (SQLite). At most 8,000 bytes as JSON. */
export type Message = { readonly topic: string; readonly data: unknown }
type Subscriber = (message: Message) => void

/** Messages of an embedded database, which has one process and one writer at a time. */
export class LocalMessages {
  readonly #subscribers = new Set<Subscriber>()
  /** Messages of the open transaction. */
  #waiting: Message[] = []

  /** @returns the function that unsubscribes */
  subscribe(subscriber: Subscriber): () => void {
    this.#subscribers.add(subscriber)
    return () => void this.#subscribers.delete(subscriber)
  }

  /** @param isInTransaction otherwise the write is committed already */
  publish(message: Message, isInTransaction: boolean): void {
    if (this.#subscribers.size === 0) return
    this.#waiting.push(message)
    if (!isInTransaction) this.committed()
  }

  committed(): void {
    for (const message of this.#waiting.splice(0))
      for (const subscriber of this.#subscribers) queueMicrotask(() => subscriber(message))
  }

  rolledBack(): void {
    this.#waiting = []
  }
}
