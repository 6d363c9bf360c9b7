import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import type { ContentId } from '#contract/ids.ts'
import type { OwnRegistration, Registration } from '#contract/registration.ts'
import { isFocusLost } from '#src/platform/pageFocus.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { refusalOf, refusalText } from '#src/store/refusals.ts'
import { registrationApi } from '#src/store/registration/api.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Answers } from '#src/ui/Answers.tsx'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Form, Submit } from '#src/ui/form/Form.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { TIME, Timed } from '#src/ui/Time.tsx'
import { useConfirm } from '#src/ui/useConfirm.tsx'
import { GuestSignUp } from './GuestSignUp.tsx'
import {
  CompanionsChoice,
  isAnswer,
  QuestionFields,
  RequiredHint,
  type SignUpAnswers,
  useSignUpForm,
} from './Party.tsx'
import { type Announced, AnnouncedSeats, ClosingTime } from './RegistrationFrame.tsx'
import { useSeatsLeft } from './useSeatsLeft.ts'

const Foot = createContext<HTMLElement | null>(null)

/** What belongs into the foot of a dialog where there is one. */
function InFoot({ children }: { children: ReactNode }) {
  const foot = use(Foot)
  return foot ? createPortal(children, foot) : children
}

type Props = { id: ContentId; mine: OwnRegistration }

/** States without a seat, and unknown ones, have no row. */
const LEAVING: Partial<Record<OwnRegistration['state'], 'give_back' | 'leave_list' | 'decline'>> = {
  coming: 'give_back',
  waiting: 'leave_list',
  offered: 'decline',
}

/** Controls of the reader's own seat or place on the waiting list. */
function OwnSeat({ id, mine }: Props) {
  const { t } = useTranslation()
  const [take, taking] = registrationApi.useConfirmSeatMutation()
  const [cancel, cancelling] = registrationApi.useCancelRegistrationMutation()
  const confirm = useConfirm()
  const { state, answers } = mine
  const leaving = LEAVING[state]
  if (leaving === undefined) return null
  const error = taking.error ?? cancelling.error
  const handleLeave = () =>
    confirm({
      title: t(`registration.${leaving}_title`),
      text: t(`registration.${leaving}_text`),
      action: () => void cancel(id),
    })
  const controls = (
    <div className="flex flex-wrap gap-3">
      {state === 'offered' && (
        <Button variant="primary" busy={taking.isLoading} onClick={() => void take(id)}>
          {t('registration.confirm')}
        </Button>
      )}
      <Button
        variant="quiet"
        busy={cancelling.isLoading}
        className={joined('text-ember', state !== 'offered' && '-ms-5 forced-colors:ms-0')}
        onClick={handleLeave}
      >
        {t(`registration.${leaving}`)}
      </Button>
    </div>
  )
  return (
    <>
      <Answers answers={answers} label={t('registration.your_answers')} />
      <OwnCompanions id={id} mine={mine} />
      <FormError message={refusalText(error, t, 'registration.seat_failed')} />
      {state === 'offered' ? <InFoot>{controls}</InFoot> : controls}
    </>
  )
}

/** Who comes with the member; the seat, or the place on the waiting list, of each can be given back alone. */
function OwnCompanions({ id, mine: { state, companions = [] } }: Props) {
  const { t } = useTranslation()
  const [giveBack, { isLoading, error }] = registrationApi.useGiveBackCompanionMutation()
  const confirm = useConfirm()
  if (companions.length === 0) return null
  const kind = state === 'waiting' ? 'place' : 'companion'
  return (
    <>
      <ul aria-label={t('registration.with_list')} className="w-full">
        {[...companions.entries()].map(([index, given]) => {
          const name = given || t('registration.companion_number', { number: index + 1 })
          const title = t(`registration.give_back_${kind}`, { name })
          const text = t(`registration.give_back_${kind}_text`, { name })
          const action = () => void giveBack({ id, companions, index })
          return (
            <li key={index} className="flex flex-col items-start wrap-anywhere">
              <span>{name}</span>
              <Button
                variant="quiet"
                busy={isLoading}
                className="-ms-5 text-ember forced-colors:ms-0"
                onClick={() => confirm({ title, text, action })}
              >
                {title}
              </Button>
            </li>
          )
        })}
      </ul>
      <FormError message={refusalText(error, t, 'registration.seat_failed')} />
    </>
  )
}

type RegistrationProps = { id: ContentId }

type PanelProps = RegistrationProps & {
  announced: Announced
  section: RefObject<HTMLElement | null>
  foot: HTMLElement | null
}

/** Seats of an event, and the reader's controls. */
export function RegistrationPanel({ id, announced, section, foot }: PanelProps) {
  const result = registrationApi.useGetRegistrationQuery(id, { refetchOnMountOrArgChange: true })
  const { state = 'none', companions = [] } = result.data?.mine ?? {}
  useFocusOnChange(section, result.data && `${state} ${companions.length}`)
  return (
    <Foot value={foot}>
      <LoadState result={result} skeleton={<AnnouncedSeats {...announced} />}>
        {(registration) => (
          <Body id={id} registration={registration} takesGuests={announced.guests === true} />
        )}
      </LoadState>
    </Foot>
  )
}

/** Moves the focus to the section when a change removes the pressed control, also inside a dialog. */
function useFocusOnChange(section: PanelProps['section'], state: string | undefined): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== undefined && before.current !== state && isFocusLost())
      section.current?.focus({ preventScroll: true })
    before.current = state
  }, [section, state])
}

type BodyProps = RegistrationProps & { registration: Registration; takesGuests: boolean }

function Body({ id, registration, takesGuests }: BodyProps) {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const { mine, is_open, left, waiting, waiting_max, companions_max = 0, leads } = registration
  const seats = useSeatsLeft(registration)
  const isIn = mine !== null && mine.state !== 'cancelled'
  const mayTry = !isIn && !leads && is_open && (left > 0 || waiting < waiting_max)
  const foot = use(Foot)
  return (
    <>
      {foot && !isIn && (
        <InFoot>
          <p className="min-w-0 flex-1 sm:text-end">{seats}</p>
        </InFoot>
      )}
      <div role="status">
        {!isIn && <Seats registration={registration} />}
        <OwnState registration={registration} />
      </div>
      {companions_max > 0 && waiting_max > 0 && mine?.state !== 'coming' && (
        <p className="text-sm text-ink-soft">{t('registration.in_order')}</p>
      )}
      {isIn && <OwnSeat id={id} mine={mine} />}
      {mayTry && !isMember && <LogIn id={id} isFull={left === 0} />}
      {takesGuests && !isMember && (
        <GuestSignUp id={id} registration={registration} mayTry={mayTry} />
      )}
      {mayTry && isMember && <SignUpForm id={id} registration={registration} />}
    </>
  )
}

function Seats({ registration }: Pick<BodyProps, 'registration'>) {
  const { t } = useTranslation()
  const { left, waiting, waiting_max, closes_at, is_open } = registration
  const seats = useSeatsLeft(registration)
  if (!is_open) return <p>{seats}</p>
  return (
    <>
      <p className="font-medium">
        {joined(
          seats,
          waiting > 0 && t('registration.waiting', { count: waiting }),
          left === 0 && waiting_max > 0 && waiting >= waiting_max && t('registration.list_full'),
        )}
      </p>
      <ClosingTime closes_at={closes_at} />
    </>
  )
}

function OwnState({ registration: { mine, is_open } }: Pick<BodyProps, 'registration'>) {
  const { t } = useTranslation()
  if (mine === null) return null
  switch (mine.state) {
    case 'coming':
      return (
        <p className="flex items-start gap-2 font-medium">
          <Icon name="success" className="mt-[0.1em] text-moss" />
          <span>{t('registration.coming')}</span>
        </p>
      )
    case 'waiting':
      return <p className="font-medium">{t('registration.waiting_place', { place: mine.place })}</p>
    case 'offered':
      return (
        <p className="font-medium">
          <Timed text={t('registration.offered', { date: TIME })} at={mine.offered_until} />
        </p>
      )
    case 'cancelled':
      return is_open ? <p className="mt-1">{t('registration.cancelled')}</p> : null
  }
}

function LogIn({ id, isFull }: RegistrationProps & { isFull: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <InFoot>
        <LinkButton
          to="/auth/login"
          state={{ returnTo: `/discordia/news/${id}#registration` }}
          variant="primary"
          data-autofocus
        >
          {t(isFull ? 'registration.log_in_full' : 'registration.log_in')}
        </LinkButton>
      </InFoot>
      <p className="text-sm text-ink-soft">{t('registration.log_in_hint')}</p>
    </>
  )
}

type SignUpFormProps = { id: ContentId; registration: Registration }

/** One button, which takes a seat or a place on the waiting list; its first press shows the questions, if there are any. */
export function SignUpForm({ id, registration }: SignUpFormProps) {
  const { t } = useTranslation()
  const [signUp] = registrationApi.useSignUpMutation()
  const [isAsking, setIsAsking] = useState(false)
  const formId = useId()
  const shownIn = (answers: SignUpAnswers) =>
    isAsking || Object.keys(answers).some(isAnswer) ? registration.questions : []
  const keep = `registration/${id}`
  const { form, party, asked, hasSeats } = useSignUpForm(registration, { keep, shownIn })

  const handleSubmit = async (answers: SignUpAnswers) => {
    setIsAsking(true)
    if (shownIn(answers).length < registration.questions.length) return undefined
    const { error } = await signUp({ id, ...party.bodyOf(answers) })
    form.settle(error)
    return refusalOf(error, t, 'registration.failed')
  }
  return (
    <Form
      id={formId}
      form={form}
      aria-label={t('registration.form')}
      onSubmit={handleSubmit}
      className="flex w-full flex-col items-start gap-4"
    >
      <CompanionsChoice form={form} party={party} />
      <RequiredHint questions={asked} />
      <QuestionFields form={form} questions={asked} isFocused />
      <FormError {...form.error} />
      <InFoot>
        <Submit of={form} form={formId}>
          {t(hasSeats ? 'registration.sign_up' : 'registration.join_list')}
        </Submit>
      </InFoot>
      <p className="text-sm text-ink-soft">
        {t(hasSeats ? 'registration.sign_up_hint' : 'registration.join_list_hint')}
      </p>
    </Form>
  )
}
