-- What is deleted by its age is found by it.
CREATE INDEX "nameless_exams_old" ON "nameless_exams" USING btree ("month");
