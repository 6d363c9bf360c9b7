import { ID_MAX } from '#contract/fields.ts'
import { ENTRY_TEXT_MAX } from '#contract/formatting.ts'
import { IMAGE_BYTES_MAX } from '#contract/glossary.ts'
import { TOTAL_CAP, UNPAGED_MAX } from '#contract/lists.ts'
import { DELETION_DAYS } from '#contract/personalData.ts'
import { PASSKEYS_MAX } from '#contract/security.ts'
import { READS_PER_MINUTE, WRITES_PER_MINUTE } from '#server/http/plugins/rateLimit.ts'
import { UNDO_EMAIL_DAYS } from '#server/modules/account/credentials/mails.ts'
import { EXPORT_HOURS } from '#server/modules/account/personal-data/exporter.ts'
import { EXPORTS_PER_DAY } from '#server/modules/account/personal-data/siteRoutes.ts'
import { RECOVERY_CODES } from '#server/modules/account/second-factor/secondStep.ts'
import { SECURITY_EVENTS_PER_KIND } from '#server/modules/account/security-log/eventRepository.ts'
import { PENDING_ENTRIES_MAX } from '#server/modules/glossary/policy.ts'
import { MUTE_DAYS } from '#server/modules/groups/invites.ts'
import {
  GROUP_SIZE_MAX,
  GROUPS_OWNED_MAX,
  INVITES_RECEIVED_MAX,
  MEMBERSHIPS_MAX,
  MUTES_MAX,
  NOTICE_DAYS,
  NOTICES_MAX,
} from '#server/modules/groups/limits.ts'
import { CONSENT_DAYS } from '#src/platform/cookies.ts'

test('lists, groups and members have their limits', () => {
  expect({
    ENTRY_TEXT_MAX,
    PENDING_ENTRIES_MAX,
    ID_MAX,
    MUTE_DAYS,
    IMAGE_BYTES_MAX,
    UNPAGED_MAX,
    TOTAL_CAP,
    GROUPS_OWNED_MAX,
    MEMBERSHIPS_MAX,
    GROUP_SIZE_MAX,
    INVITES_RECEIVED_MAX,
    MUTES_MAX,
    NOTICES_MAX,
    NOTICE_DAYS,
    PASSKEYS_MAX,
    RECOVERY_CODES,
    SECURITY_EVENTS_PER_KIND,
    EXPORTS_PER_DAY,
    EXPORT_HOURS,
    DELETION_DAYS,
    UNDO_EMAIL_DAYS,
    WRITES_PER_MINUTE,
    READS_PER_MINUTE,
    CONSENT_DAYS,
  }).toEqual({
    ENTRY_TEXT_MAX: 100_000,
    PENDING_ENTRIES_MAX: 100,
    ID_MAX: 2_147_483_647,
    MUTE_DAYS: { '2w': 14, '1m': 30 },
    IMAGE_BYTES_MAX: 15 * 1024 * 1024,
    UNPAGED_MAX: 5000,
    TOTAL_CAP: 1000,
    GROUPS_OWNED_MAX: 200,
    MEMBERSHIPS_MAX: 300,
    GROUP_SIZE_MAX: 50,
    INVITES_RECEIVED_MAX: 200,
    MUTES_MAX: 500,
    NOTICES_MAX: 5,
    NOTICE_DAYS: 30,
    PASSKEYS_MAX: 20,
    RECOVERY_CODES: 10,
    SECURITY_EVENTS_PER_KIND: 30,
    EXPORTS_PER_DAY: 3,
    EXPORT_HOURS: 24,
    DELETION_DAYS: 14,
    UNDO_EMAIL_DAYS: 7,
    WRITES_PER_MINUTE: 120,
    READS_PER_MINUTE: 240,
    CONSENT_DAYS: 750,
  })
})
