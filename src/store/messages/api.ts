import { emailService } from '#src/platform/env.ts'
import { readTabValue, writeTabValue } from '#src/platform/storage.ts'
import { baseApi } from '../http/baseApi.ts'

/** Storage of the time of the last message. EmailJS's `init` removes its default, and the throttle would not work. */
const storageProvider = {
  get: async (key: string) => readTabValue(key),
  set: async (key: string, value: string) => void writeTabValue(key, value),
  remove: async (key: string) => void writeTabValue(key, null),
}

/**
 * The mail service of the contact form (behaviour 7.8): POST /api/v1.0/email/send-form. Its client takes the form
 * element itself, with the fields name, email, subject and message.
 */
export const messagesApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sendMessage: build.mutation<null, HTMLFormElement>({
      queryFn: async (form) => {
        const { origin, publicKey, serviceId, templateId, ...limits } = emailService()
        try {
          // Imported on demand: most visitors never write a message.
          const { init, sendForm } = await import('@emailjs/browser')
          init({
            origin,
            publicKey,
            storageProvider,
            blockHeadless: limits.blockHeadless,
            blockList: { list: limits.blockList, watchVariable: 'email' },
            ...(limits.throttleMs > 0 && {
              limitRate: { id: 'contact', throttle: limits.throttleMs },
            }),
          })
          await sendForm(serviceId, templateId, form)
          return { data: null }
        } catch (fault) {
          const { status, text } = (fault ?? {}) as { status?: unknown; text?: unknown }
          return typeof status === 'number'
            ? { error: { status, data: typeof text === 'string' ? text : null } }
            : { error: { status: 'FETCH_ERROR', error: String(fault) } }
        }
      },
    }),
  }),
})
