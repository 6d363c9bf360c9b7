/** A response of `followChanges` into which a test writes. */
export function fakeStream() {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isCancelled = false
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given
    },
    cancel() {
      isCancelled = true
    },
  })
  const response = new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  // `fakeApi` sends a clone, and the other branch would never be read.
  response.clone = () => response
  return {
    response,
    isCancelled: () => isCancelled,
    write: (text: string) => controller.enqueue(encoder.encode(text)),
    /** Publishes an event. @param id position of the stream after it */
    publish: (event: string, subject: number | null = null, id = '1-1') =>
      controller.enqueue(
        encoder.encode(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify({ subject })}\n\n`),
      ),
    end: () => controller.close(),
    break: () => controller.error(new TypeError('network error')),
  }
}
