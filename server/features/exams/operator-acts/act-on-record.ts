import { recordingActs } from '../../audit/act-as-operator.ts'
import { findNames } from '../../auth/own-account.ts'
import { orderIdOf } from '../../purchases/order-of-purchase.ts'

/** An operator's act in one transaction with its record (`recordingActs`): looks people up in auth, orders in purchases. */
export const actAsOperator = recordingActs({ namesOf: findNames, orderIdOf })
