import type { AlarmsConfig } from '../config/config.ts'
import type { AlarmSource } from './alarm-source.ts'
import { createAlertsInUa } from './alerts-in-ua.ts'
import { createUkraineAlarm } from './ukrainealarm.ts'

/** The configured provider of alarms. */
export function openAlarmSource({ provider, key, apiUrl }: AlarmsConfig): AlarmSource {
  return provider === 'alerts-in-ua'
    ? createAlertsInUa(key, apiUrl ?? 'https://api.alerts.in.ua')
    : createUkraineAlarm(key, apiUrl ?? 'https://api.ukrainealarm.com')
}
