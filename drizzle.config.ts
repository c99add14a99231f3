/** What `npm run db:generate` reads. */
export default {
  dialect: 'postgresql',
  schema: './server/db/schema/*.ts',
  out: './server/db/migrations',
}
