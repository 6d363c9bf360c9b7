/** In-process stand-in for NOTIFY (SQLite). At most 8,000 bytes as JSON. */
export type Message = { readonly topic: string; readonly data: unknown }
type Hearer = (message: Message) => void

/** Messages of an embedded database, which has one process and one writer at a time. */
export class LocalMessages {
  readonly #hearers = new Set<Hearer>()
  /** Messages of the open transaction. */
  #waiting: Message[] = []

  /** @returns the function that unsubscribes */
  hear(hearer: Hearer): () => void {
    this.#hearers.add(hearer)
    return () => void this.#hearers.delete(hearer)
  }

  /** @param isInTransaction otherwise the write is committed already */
  tell(message: Message, isInTransaction: boolean): void {
    if (this.#hearers.size === 0) return
    this.#waiting.push(message)
    if (!isInTransaction) this.committed()
  }

  committed(): void {
    for (const message of this.#waiting.splice(0))
      for (const hearer of this.#hearers) queueMicrotask(() => hearer(message))
  }

  rolledBack(): void {
    this.#waiting = []
  }
}
