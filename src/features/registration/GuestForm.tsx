import { useTranslation } from 'react-i18next'
import { TEXT_MAX } from '#contract/fields.ts'
import { GUEST_HOLD_MINUTES, type GuestSignUp } from '#contract/guests.ts'
import type { ContentId } from '#contract/ids.ts'
import { COMPANION_NAME_MAX, type Registration } from '#contract/registration.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { legalUrl } from '#src/platform/env.ts'
import { solutionOf } from '#src/platform/proofOfWork.ts'
import { codesOf, fieldErrorsOf, statusOf } from '#src/store/http/errors.ts'
import { refusalText } from '#src/store/refusals.ts'
import { guestApi } from '#src/store/registration/api.ts'
import { FormError } from '#src/ui/Field.tsx'
import { Form, type FormOf, Submit } from '#src/ui/form/Form.tsx'
import { isBlank, isEmail } from '#src/ui/form/rules.ts'
import { plainLinkClasses } from '#src/ui/look.ts'
import { TextField } from '#src/ui/TextField.tsx'
import {
  CompanionsChoice,
  QuestionFields,
  RequiredHint,
  type SignUpAnswers,
  useSignUpForm,
} from './Party.tsx'

/** What waits for its confirmation: a seat, or a place on the waiting list. */
export type Held = 'seat' | 'place'
type Props = { id: ContentId; registration: Registration; onHeld: (held: Held) => void }

/** Beside the answers; no question begins with a space. */
const NAME = ' name'
const EMAIL = ' email'
const PROOF_REFUSED = 'proof_refused'

/** Refusals that this form alone has. */
const REFUSALS: Readonly<Record<string, MessageKey>> = {
  guests_busy: 'registration.guests_busy',
  [PROOF_REFUSED]: 'registration.proof_refused',
}

/** Sends the form with a proof of work; a refused one, such as one that came too late, is made anew once. */
function useGuestSignUp(id: ContentId) {
  const [getProof] = guestApi.useGetProofMutation()
  const [signUp] = guestApi.useSignUpGuestMutation()
  const attempt = async (body: Omit<GuestSignUp, 'proof'>) => {
    const { data: challenge, error } = await getProof(id)
    if (!challenge) return { error }
    const solution = await solutionOf(challenge.parameters)
    if (!solution) return { error: {} }
    return await signUp({ id, ...body, proof: JSON.stringify({ challenge, solution }) })
  }
  return async (body: Omit<GuestSignUp, 'proof'>) => {
    const first = await attempt(body)
    return codesOf(first.error).includes(PROOF_REFUSED) ? await attempt(body) : first
  }
}

function refusalIn(error: unknown, say: (key: MessageKey) => string) {
  if (statusOf(error) === 429) return say('step_up.throttled')
  const [own] = codesOf(error).flatMap((code) => REFUSALS[code] ?? [])
  return own ? say(own) : refusalText(error, say, 'registration.failed')
}

export function GuestForm({ id, registration, onHeld }: Props) {
  const { t } = useTranslation()
  const send = useGuestSignUp(id)
  const {
    form,
    party,
    asked,
    hasSeats: isSeat,
  } = useSignUpForm(registration, {
    keep: `guest/${id}`,
    rules: ({ [NAME]: name = '', [EMAIL]: email = '' }) => ({
      ...(isBlank(name) && { [NAME]: 'registration.answer_missing' as const }),
      ...(!isEmail(email) && { [EMAIL]: 'mail_invite.bad_email' as const }),
    }),
  })

  const handleSubmit = async (answers: SignUpAnswers) => {
    const { [NAME]: name = '', [EMAIL]: email = '' } = answers
    const body = { ...party.bodyOf(answers), name: name.trim(), email: email.trim() }
    const { data, error } = await send(body)
    if (data) {
      form.settle(undefined)
      onHeld(isSeat ? 'seat' : 'place')
      return undefined
    }
    const say = (key: MessageKey) => t(key, { minutes: GUEST_HOLD_MINUTES })
    const said = fieldErrorsOf(error)
    const fields = { [NAME]: said.get('name'), [EMAIL]: said.get('email') }
    return { fields, form: refusalIn(error, say) }
  }
  return (
    <Form
      form={form}
      aria-label={t('registration.guest')}
      onSubmit={handleSubmit}
      className="flex w-full flex-col items-start gap-4"
    >
      <RequiredHint questions={[{ text: NAME, is_required: true }]} />
      <PersonFields form={form} />
      <CompanionsChoice form={form} party={party} />
      <QuestionFields form={form} questions={asked} />
      <Notes isSeat={isSeat} />
      <FormError {...form.error} />
      <Submit of={form} variant="secondary">
        {t(isSeat ? 'registration.sign_up' : 'registration.join_list')}
      </Submit>
      <p role="status" className="text-sm text-ink-soft empty:sr-only">
        {form.isBusy && t('registration.checking')}
      </p>
    </Form>
  )
}

function PersonFields({ form }: { form: FormOf<SignUpAnswers> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextField
        {...form.field(NAME)}
        name="name"
        value={form.values[NAME] ?? ''}
        label={t('registration.guest_name')}
        autoComplete="name"
        required
        maxLength={COMPANION_NAME_MAX}
        className="w-full sm:max-w-md"
      />
      <TextField
        {...form.field(EMAIL)}
        name="email"
        value={form.values[EMAIL] ?? ''}
        label={t('mail_invite.email')}
        type="email"
        autoComplete="email"
        required
        maxLength={TEXT_MAX}
        className="w-full sm:max-w-md"
      />
    </>
  )
}

/** How long the seat is held, and what is stored. */
function Notes({ isSeat }: { isSeat: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <p className="text-sm text-ink-soft">
        {t(isSeat ? 'registration.guest_hint' : 'registration.guest_list_hint', {
          minutes: GUEST_HOLD_MINUTES,
        })}
      </p>
      <p className="text-sm text-ink-soft">
        <span>{t('registration.guest_stored')}</span>{' '}
        <a href={legalUrl()} target="_blank" rel="noreferrer" className={plainLinkClasses}>
          {t('footer.privacy_policy')}
        </a>
      </p>
    </>
  )
}
