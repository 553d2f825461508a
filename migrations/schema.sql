-- Written by `npm run write-schema` from a new database. To read and to compare; migrations and functions make it.

create table accounts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamp with time zone,
  refresh_token_expires_at timestamp with time zone,
  scope text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint accounts_pkey PRIMARY KEY (id),
  constraint accounts_provider_id_account_id_key UNIQUE (provider_id, account_id)
);
CREATE INDEX accounts_user ON public.accounts USING btree (user_id);

create table attempts (
  key text not null,
  full_at timestamp with time zone not null,
  constraint attempts_pkey PRIMARY KEY (key)
);
CREATE INDEX attempts_full ON public.attempts USING btree (full_at);

create table attestations (
  id uuid not null default gen_random_uuid(),
  subject_id uuid not null,
  kind text not null,
  how text not null,
  with_whom text,
  at date not null,
  ends_on date not null generated always as (((at + '1 year'::interval))::date) stored,
  note text,
  seen_by uuid,
  noted_at timestamp with time zone not null default now(),
  ended_at timestamp with time zone,
  ended_because text,
  ended_words text,
  ended_by uuid,
  constraint attestations_check CHECK (((kind = 'family'::text) = (with_whom IS NOT NULL))),
  constraint attestations_check1 CHECK (((kind = 'family'::text) OR (how = ANY ((
CASE kind
    WHEN 'phone'::text THEN '{call}'::text
    WHEN 'visit'::text THEN '{in person}'::text
    ELSE '{video,in person}'::text
END)::text[])))),
  constraint attestations_check2 CHECK (((ended_at IS NULL) = (ended_because IS NULL))),
  constraint attestations_check3 CHECK (((NOT (ended_because IS DISTINCT FROM 'taken back'::text)) = (ended_words IS NOT NULL))),
  constraint attestations_ended_because_check CHECK ((ended_because = ANY (ARRAY['changed'::text, 'replaced'::text, 'taken back'::text, 'unanswered'::text]))),
  constraint attestations_ended_words_check CHECK (((length(ended_words) >= 1) AND (length(ended_words) <= 500))),
  constraint attestations_how_check CHECK ((how = ANY (ARRAY['call'::text, 'video'::text, 'in person'::text]))),
  constraint attestations_kind_check CHECK ((kind = ANY (ARRAY['phone'::text, 'identity'::text, 'certificate'::text, 'family'::text, 'visit'::text]))),
  constraint attestations_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint attestations_with_whom_check CHECK ((with_whom = ANY (ARRAY['father'::text, 'mother'::text, 'brother'::text, 'sister'::text, 'relative'::text, 'self'::text]))),
  constraint attestations_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint attestations_seen_by_fkey FOREIGN KEY (seen_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint attestations_subject_id_fkey FOREIGN KEY (subject_id) REFERENCES biodata(id) ON DELETE CASCADE,
  constraint attestations_pkey PRIMARY KEY (id)
);
CREATE INDEX attestations_ended_by ON public.attestations USING btree (ended_by);
CREATE UNIQUE INDEX attestations_one ON public.attestations USING btree (subject_id, kind) WHERE (ended_at IS NULL);
CREATE INDEX attestations_seen_by ON public.attestations USING btree (seen_by);
CREATE INDEX attestations_subject ON public.attestations USING btree (subject_id, at);

create table audit_log (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  actor_id uuid with (n_distinct=-0.1),
  action text not null,
  subject_id uuid,
  constraint audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor_id, id DESC);
CREATE INDEX audit_log_contacts ON public.audit_log USING btree (actor_id, subject_id, at) WHERE (action = 'viewed contact'::text);
CREATE INDEX audit_log_oldest ON public.audit_log USING btree (at);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_id, id DESC);
CREATE TRIGGER audit_log_is_final BEFORE DELETE OR UPDATE ON public.audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_stays BEFORE TRUNCATE ON public.audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

create table biodata (
  id uuid not null,
  number integer not null default nextval('biodata_number'::regclass),
  name text not null,
  gender text not null,
  photo_url text,
  birth date not null,
  skin_color text not null,
  height smallint not null,
  weight smallint not null,
  occupation text not null,
  father_name text not null,
  mother_name text not null,
  division text not null,
  present_division text not null,
  partner_age smallint not null,
  partner_height smallint not null,
  partner_weight smallint not null,
  phone text not null,
  premium boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  marital_status text,
  presence text not null default 'published'::text,
  presence_since timestamp with time zone not null default now(),
  unpublished boolean not null default false,
  suspended boolean not null default false,
  published boolean not null generated always as (((presence = 'published'::text) AND (NOT unpublished) AND (NOT suspended))) stored,
  contact_for text not null default 'checked'::text,
  district text,
  education text,
  institution text,
  profession text,
  children text,
  religion text,
  practice text,
  about_me text,
  father_occupation text,
  mother_occupation text,
  siblings text,
  income text,
  partner_age_from smallint,
  partner_age_to smallint,
  partner_height_from smallint,
  partner_height_to smallint,
  partner_weight_from smallint,
  partner_weight_to smallint,
  partner_division text[],
  partner_occupation text[],
  partner_marital_status text[],
  partner_education text[],
  partner_religion text[],
  partner_age_matters text,
  partner_height_matters text,
  partner_weight_matters text,
  partner_division_matters text,
  partner_occupation_matters text,
  partner_marital_status_matters text,
  partner_education_matters text,
  partner_religion_matters text,
  partner_district text[],
  partner_children text[],
  partner_practice text[],
  partner_district_matters text,
  partner_children_matters text,
  partner_practice_matters text,
  facts bigint not null generated always as (((((((option_bit(division) | option_bit(occupation)) | option_bit(marital_status)) | option_bit(COALESCE(children,
CASE marital_status
    WHEN 'Never married'::text THEN 'None'::text
    ELSE NULL::text
END))) | option_bit(education)) | option_bit(religion)) | option_bit(practice))) stored,
  district_fact bigint not null generated always as (district_bit(district)) stored,
  partner_wishes_private boolean not null default false,
  shows_faith boolean not null default false,
  name_in_other_script text,
  name_on_cards text not null default 'whole'::text,
  confirmed_at timestamp with time zone default now(),
  constraint biodata_about_me_check CHECK (((char_length(about_me) >= 1) AND (char_length(about_me) <= 1000))),
  constraint biodata_birth_check CHECK ((birth > '1900-01-01'::date)),
  constraint biodata_children_check CHECK ((children = ANY (ARRAY['None'::text, 'One'::text, 'Two'::text, 'Three or more'::text]))),
  constraint biodata_contact_for_check CHECK ((contact_for = ANY (ARRAY['checked'::text, 'ask'::text, 'ask guardian'::text, 'nobody'::text]))),
  constraint biodata_district_check CHECK ((district = ANY (ARRAY['Dhaka'::text, 'Faridpur'::text, 'Gazipur'::text, 'Gopalganj'::text, 'Kishoreganj'::text, 'Madaripur'::text, 'Manikganj'::text, 'Munshiganj'::text, 'Narayanganj'::text, 'Narsingdi'::text, 'Rajbari'::text, 'Shariatpur'::text, 'Tangail'::text, 'Bandarban'::text, 'Brahmanbaria'::text, 'Chandpur'::text, 'Chattogram'::text, 'Cox''s Bazar'::text, 'Cumilla'::text, 'Feni'::text, 'Khagrachhari'::text, 'Lakshmipur'::text, 'Noakhali'::text, 'Rangamati'::text, 'Dinajpur'::text, 'Gaibandha'::text, 'Kurigram'::text, 'Lalmonirhat'::text, 'Nilphamari'::text, 'Panchagarh'::text, 'Rangpur'::text, 'Thakurgaon'::text, 'Barguna'::text, 'Barishal'::text, 'Bhola'::text, 'Jhalokati'::text, 'Patuakhali'::text, 'Pirojpur'::text, 'Bagerhat'::text, 'Chuadanga'::text, 'Jashore'::text, 'Jhenaidah'::text, 'Khulna'::text, 'Kushtia'::text, 'Magura'::text, 'Meherpur'::text, 'Narail'::text, 'Satkhira'::text, 'Jamalpur'::text, 'Mymensingh'::text, 'Netrokona'::text, 'Sherpur'::text, 'Habiganj'::text, 'Moulvibazar'::text, 'Sunamganj'::text, 'Sylhet'::text, 'Bogura'::text, 'Chapainawabganj'::text, 'Joypurhat'::text, 'Naogaon'::text, 'Natore'::text, 'Pabna'::text, 'Rajshahi'::text, 'Sirajganj'::text]))),
  constraint biodata_district_in_division CHECK (((district IS NULL) OR (division =
CASE
    WHEN (district = ANY (ARRAY['Dhaka'::text, 'Faridpur'::text, 'Gazipur'::text, 'Gopalganj'::text, 'Kishoreganj'::text, 'Madaripur'::text, 'Manikganj'::text, 'Munshiganj'::text, 'Narayanganj'::text, 'Narsingdi'::text, 'Rajbari'::text, 'Shariatpur'::text, 'Tangail'::text])) THEN 'Dhaka'::text
    WHEN (district = ANY (ARRAY['Bandarban'::text, 'Brahmanbaria'::text, 'Chandpur'::text, 'Chattogram'::text, 'Cox''s Bazar'::text, 'Cumilla'::text, 'Feni'::text, 'Khagrachhari'::text, 'Lakshmipur'::text, 'Noakhali'::text, 'Rangamati'::text])) THEN 'Chattagra'::text
    WHEN (district = ANY (ARRAY['Dinajpur'::text, 'Gaibandha'::text, 'Kurigram'::text, 'Lalmonirhat'::text, 'Nilphamari'::text, 'Panchagarh'::text, 'Rangpur'::text, 'Thakurgaon'::text])) THEN 'Rangpur'::text
    WHEN (district = ANY (ARRAY['Barguna'::text, 'Barishal'::text, 'Bhola'::text, 'Jhalokati'::text, 'Patuakhali'::text, 'Pirojpur'::text])) THEN 'Barisal'::text
    WHEN (district = ANY (ARRAY['Bagerhat'::text, 'Chuadanga'::text, 'Jashore'::text, 'Jhenaidah'::text, 'Khulna'::text, 'Kushtia'::text, 'Magura'::text, 'Meherpur'::text, 'Narail'::text, 'Satkhira'::text])) THEN 'Khulna'::text
    WHEN (district = ANY (ARRAY['Jamalpur'::text, 'Mymensingh'::text, 'Netrokona'::text, 'Sherpur'::text])) THEN 'Mymensingh'::text
    WHEN (district = ANY (ARRAY['Habiganj'::text, 'Moulvibazar'::text, 'Sunamganj'::text, 'Sylhet'::text])) THEN 'Sylhet'::text
    WHEN (district = ANY (ARRAY['Bogura'::text, 'Chapainawabganj'::text, 'Joypurhat'::text, 'Naogaon'::text, 'Natore'::text, 'Pabna'::text, 'Rajshahi'::text, 'Sirajganj'::text])) THEN 'Rajshahi'::text
    ELSE NULL::text
END))),
  constraint biodata_division_check CHECK ((division = ANY (ARRAY['Dhaka'::text, 'Chattagra'::text, 'Rangpur'::text, 'Barisal'::text, 'Khulna'::text, 'Mymensingh'::text, 'Sylhet'::text, 'Rajshahi'::text]))),
  constraint biodata_education_check CHECK ((education = ANY (ARRAY['Below SSC'::text, 'SSC'::text, 'HSC'::text, 'Diploma'::text, 'Bachelor'::text, 'Master'::text, 'Doctorate'::text]))),
  constraint biodata_father_name_check CHECK (((length(father_name) >= 1) AND (length(father_name) <= 100))),
  constraint biodata_father_occupation_check CHECK (((char_length(father_occupation) >= 1) AND (char_length(father_occupation) <= 100))),
  constraint biodata_gender_check CHECK ((gender = ANY (ARRAY['Male'::text, 'Female'::text]))),
  constraint biodata_height_check CHECK (((height >= 37) AND (height <= 144))),
  constraint biodata_income_check CHECK ((income = ANY (ARRAY['Up to 20000'::text, '20000 to 40000'::text, '40000 to 70000'::text, '70000 to 100000'::text, 'More than 100000'::text]))),
  constraint biodata_institution_check CHECK (((char_length(institution) >= 1) AND (char_length(institution) <= 100))),
  constraint biodata_marital_status_check CHECK ((marital_status = ANY (ARRAY['Never married'::text, 'Divorced'::text, 'Widowed'::text]))),
  constraint biodata_mother_name_check CHECK (((length(mother_name) >= 1) AND (length(mother_name) <= 100))),
  constraint biodata_mother_occupation_check CHECK (((char_length(mother_occupation) >= 1) AND (char_length(mother_occupation) <= 100))),
  constraint biodata_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint biodata_name_in_other_script_check CHECK (((length(name_in_other_script) >= 1) AND (length(name_in_other_script) <= 100))),
  constraint biodata_name_on_cards_check CHECK ((name_on_cards = ANY (ARRAY['whole'::text, 'initial'::text]))),
  constraint biodata_occupation_check CHECK ((occupation = ANY (ARRAY['Engineer'::text, 'Doctor'::text, 'Teacher'::text, 'Student'::text, 'Job'::text, 'House wife'::text]))),
  constraint biodata_partner_age_check CHECK (((partner_age >= 18) AND (partner_age <= 99))),
  constraint biodata_partner_age_from_check CHECK (((partner_age_from >= 18) AND (partner_age_from <= 99))),
  constraint biodata_partner_age_matters_check CHECK ((partner_age_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_age_range CHECK ((partner_age_from <= partner_age_to)),
  constraint biodata_partner_age_to_check CHECK (((partner_age_to >= 18) AND (partner_age_to <= 99))),
  constraint biodata_partner_children_check CHECK (((cardinality(partner_children) > 0) AND (partner_children <@ ARRAY['None'::text, 'One'::text, 'Two'::text, 'Three or more'::text]))),
  constraint biodata_partner_children_matters_check CHECK ((partner_children_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_district_check CHECK (((cardinality(partner_district) > 0) AND (partner_district <@ ARRAY['Dhaka'::text, 'Faridpur'::text, 'Gazipur'::text, 'Gopalganj'::text, 'Kishoreganj'::text, 'Madaripur'::text, 'Manikganj'::text, 'Munshiganj'::text, 'Narayanganj'::text, 'Narsingdi'::text, 'Rajbari'::text, 'Shariatpur'::text, 'Tangail'::text, 'Bandarban'::text, 'Brahmanbaria'::text, 'Chandpur'::text, 'Chattogram'::text, 'Cox''s Bazar'::text, 'Cumilla'::text, 'Feni'::text, 'Khagrachhari'::text, 'Lakshmipur'::text, 'Noakhali'::text, 'Rangamati'::text, 'Dinajpur'::text, 'Gaibandha'::text, 'Kurigram'::text, 'Lalmonirhat'::text, 'Nilphamari'::text, 'Panchagarh'::text, 'Rangpur'::text, 'Thakurgaon'::text, 'Barguna'::text, 'Barishal'::text, 'Bhola'::text, 'Jhalokati'::text, 'Patuakhali'::text, 'Pirojpur'::text, 'Bagerhat'::text, 'Chuadanga'::text, 'Jashore'::text, 'Jhenaidah'::text, 'Khulna'::text, 'Kushtia'::text, 'Magura'::text, 'Meherpur'::text, 'Narail'::text, 'Satkhira'::text, 'Jamalpur'::text, 'Mymensingh'::text, 'Netrokona'::text, 'Sherpur'::text, 'Habiganj'::text, 'Moulvibazar'::text, 'Sunamganj'::text, 'Sylhet'::text, 'Bogura'::text, 'Chapainawabganj'::text, 'Joypurhat'::text, 'Naogaon'::text, 'Natore'::text, 'Pabna'::text, 'Rajshahi'::text, 'Sirajganj'::text]))),
  constraint biodata_partner_district_matters_check CHECK ((partner_district_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_division_check CHECK (((cardinality(partner_division) > 0) AND (partner_division <@ ARRAY['Dhaka'::text, 'Chattagra'::text, 'Rangpur'::text, 'Barisal'::text, 'Khulna'::text, 'Mymensingh'::text, 'Sylhet'::text, 'Rajshahi'::text]))),
  constraint biodata_partner_division_matters_check CHECK ((partner_division_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_education_check CHECK (((cardinality(partner_education) > 0) AND (partner_education <@ ARRAY['Below SSC'::text, 'SSC'::text, 'HSC'::text, 'Diploma'::text, 'Bachelor'::text, 'Master'::text, 'Doctorate'::text]))),
  constraint biodata_partner_education_matters_check CHECK ((partner_education_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_height_check CHECK (((partner_height >= 37) AND (partner_height <= 144))),
  constraint biodata_partner_height_from_check CHECK (((partner_height_from >= 48) AND (partner_height_from <= 84))),
  constraint biodata_partner_height_matters_check CHECK ((partner_height_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_height_range CHECK ((partner_height_from <= partner_height_to)),
  constraint biodata_partner_height_to_check CHECK (((partner_height_to >= 48) AND (partner_height_to <= 84))),
  constraint biodata_partner_marital_status_check CHECK (((cardinality(partner_marital_status) > 0) AND (partner_marital_status <@ ARRAY['Never married'::text, 'Divorced'::text, 'Widowed'::text]))),
  constraint biodata_partner_marital_status_matters_check CHECK ((partner_marital_status_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_occupation_check CHECK (((cardinality(partner_occupation) > 0) AND (partner_occupation <@ ARRAY['Engineer'::text, 'Doctor'::text, 'Teacher'::text, 'Student'::text, 'Job'::text, 'House wife'::text]))),
  constraint biodata_partner_occupation_matters_check CHECK ((partner_occupation_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_practice_check CHECK (((cardinality(partner_practice) > 0) AND (partner_practice <@ ARRAY['Devout'::text, 'Regular'::text, 'At times'::text]))),
  constraint biodata_partner_practice_matters_check CHECK ((partner_practice_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_religion_check CHECK (((cardinality(partner_religion) > 0) AND (partner_religion <@ ARRAY['Islam'::text, 'Hinduism'::text, 'Buddhism'::text, 'Christianity'::text, 'Other'::text]))),
  constraint biodata_partner_religion_matters_check CHECK ((partner_religion_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_weight_check CHECK ((((partner_weight >= 30) AND (partner_weight <= 85)) AND (((partner_weight)::integer % 5) = 0))),
  constraint biodata_partner_weight_from_check CHECK (((partner_weight_from >= 30) AND (partner_weight_from <= 85))),
  constraint biodata_partner_weight_matters_check CHECK ((partner_weight_matters = ANY (ARRAY['must'::text, 'nice'::text, 'any'::text]))),
  constraint biodata_partner_weight_range CHECK ((partner_weight_from <= partner_weight_to)),
  constraint biodata_partner_weight_to_check CHECK (((partner_weight_to >= 30) AND (partner_weight_to <= 85))),
  constraint biodata_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{7,14}$'::text)),
  constraint biodata_photo_url_check CHECK (((length(photo_url) <= 2048) AND (photo_url ~~ 'https://%'::text))),
  constraint biodata_practice_check CHECK ((practice = ANY (ARRAY['Devout'::text, 'Regular'::text, 'At times'::text]))),
  constraint biodata_presence_check CHECK ((presence = ANY (ARRAY['published'::text, 'paused'::text, 'taken back'::text, 'married'::text, 'draft'::text]))),
  constraint biodata_present_division_check CHECK ((present_division = ANY (ARRAY['Dhaka'::text, 'Chattagra'::text, 'Rangpur'::text, 'Barisal'::text, 'Khulna'::text, 'Mymensingh'::text, 'Sylhet'::text, 'Rajshahi'::text]))),
  constraint biodata_profession_check CHECK (((char_length(profession) >= 1) AND (char_length(profession) <= 100))),
  constraint biodata_religion_check CHECK ((religion = ANY (ARRAY['Islam'::text, 'Hinduism'::text, 'Buddhism'::text, 'Christianity'::text, 'Other'::text]))),
  constraint biodata_scripts CHECK (((name ~ '[\u0980-\u09FF]'::text) <> (name_in_other_script ~ '[\u0980-\u09FF]'::text))),
  constraint biodata_siblings_check CHECK (((char_length(siblings) >= 1) AND (char_length(siblings) <= 100))),
  constraint biodata_skin_color_check CHECK ((skin_color = ANY (ARRAY['Fair'::text, 'Medium'::text, 'Brown'::text, 'Dark'::text]))),
  constraint biodata_weight_check CHECK ((((weight >= 30) AND (weight <= 85)) AND (((weight)::integer % 5) = 0))),
  constraint biodata_id_fkey FOREIGN KEY (id) REFERENCES users(id) ON DELETE CASCADE,
  constraint biodata_pkey PRIMARY KEY (id),
  constraint biodata_number_key UNIQUE (number)
);
CREATE INDEX biodata_closed ON public.biodata USING btree (number) WHERE ((contact_for = 'nobody'::text) AND published);
CREATE INDEX biodata_confirmed ON public.biodata USING btree (COALESCE(confirmed_at, created_at)) WHERE published;
CREATE INDEX biodata_hidden ON public.biodata USING btree (number) WHERE (NOT published);
CREATE INDEX biodata_married ON public.biodata USING btree (presence_since) WHERE (presence = 'married'::text);
CREATE INDEX biodata_paused ON public.biodata USING btree (id) WHERE (presence = 'paused'::text);
CREATE INDEX biodata_phone ON public.biodata USING btree (phone);
CREATE INDEX biodata_premium ON public.biodata USING btree (number) WHERE (premium AND published);
CREATE TRIGGER attested_changed AFTER UPDATE ON public.biodata FOR EACH ROW WHEN ((attested_values(old.*) IS DISTINCT FROM attested_values(new.*))) EXECUTE FUNCTION end_attestations();
CREATE TRIGGER biodata_hidden AFTER UPDATE ON public.biodata FOR EACH ROW WHEN (((old.published AND (NOT new.published)) OR ((old.contact_for <> 'nobody'::text) AND (new.contact_for = 'nobody'::text)))) EXECUTE FUNCTION biodata_withdrawn();
CREATE TRIGGER biodata_leaves BEFORE DELETE ON public.biodata FOR EACH ROW EXECUTE FUNCTION before_biodata_leaves();
CREATE TRIGGER biodata_made BEFORE INSERT ON public.biodata FOR EACH ROW EXECUTE FUNCTION biodata_from_premium();
CREATE TRIGGER biodata_texts_gone AFTER DELETE ON public.biodata FOR EACH ROW EXECUTE FUNCTION forget_suspicious_texts();
CREATE TRIGGER count_deleted AFTER DELETE ON public.biodata REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_biodata();
CREATE TRIGGER count_inserted AFTER INSERT ON public.biodata REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_biodata();
CREATE TRIGGER count_updated AFTER UPDATE ON public.biodata REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_biodata();
CREATE TRIGGER counted AFTER INSERT OR DELETE ON public.biodata FOR EACH ROW EXECUTE FUNCTION note_counts();
CREATE TRIGGER counted_anew AFTER UPDATE ON public.biodata FOR EACH ROW WHEN ((old.created_at <> new.created_at)) EXECUTE FUNCTION note_counts();
CREATE TRIGGER listed AFTER INSERT OR UPDATE ON public.biodata FOR EACH ROW EXECUTE FUNCTION list_biodata();
CREATE TRIGGER marriage_kept BEFORE DELETE ON public.biodata FOR EACH ROW EXECUTE FUNCTION keep_marriage();
CREATE TRIGGER marriage_taken_back AFTER UPDATE ON public.biodata FOR EACH ROW WHEN (((old.presence = 'married'::text) AND (new.presence <> 'married'::text))) EXECUTE FUNCTION forget_marriage();
CREATE TRIGGER premium_number AFTER INSERT OR DELETE ON public.biodata FOR EACH ROW EXECUTE FUNCTION number_premium();

create table biodata_count (
  marital_status text not null,
  period text not null,
  since date not null,
  gender text not null,
  division text not null,
  n integer not null,
  constraint biodata_count_period_check CHECK ((period = ANY (ARRAY['year'::text, 'month'::text]))),
  constraint biodata_count_pkey PRIMARY KEY (marital_status, period, since, gender, division) INCLUDE (n)
) with (autovacuum_vacuum_scale_factor=0.02);

create table blocks (
  blocker_id uuid not null,
  blocked_id uuid not null,
  at timestamp with time zone not null default now(),
  constraint blocks_check CHECK ((blocker_id <> blocked_id)),
  constraint blocks_blocked_id_fkey FOREIGN KEY (blocked_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_blocker_id_fkey FOREIGN KEY (blocker_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint blocks_pkey PRIMARY KEY (blocker_id, blocked_id)
);
CREATE INDEX blocks_blocked ON public.blocks USING btree (blocked_id);
CREATE TRIGGER person_blocked AFTER INSERT ON public.blocks FOR EACH ROW EXECUTE FUNCTION person_blocked();
CREATE TRIGGER person_blocked_guardian AFTER INSERT ON public.blocks FOR EACH ROW EXECUTE FUNCTION person_blocked_guardian();
CREATE TRIGGER report_blocked AFTER INSERT ON public.blocks FOR EACH ROW EXECUTE FUNCTION report_blocked();

create unlogged table card_views (
  viewer_id uuid not null,
  at timestamp with time zone not null,
  shown integer[] not null,
  constraint card_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX card_views_viewer ON public.card_views USING btree (viewer_id, at);

create table confirm_questions (
  owner_id uuid not null,
  id uuid not null default gen_random_uuid(),
  asked_at timestamp with time zone not null,
  told_at timestamp with time zone,
  paused_at timestamp with time zone,
  constraint confirm_questions_check CHECK (((told_at IS NOT NULL) OR (paused_at IS NULL))),
  constraint confirm_questions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES biodata(id) ON DELETE CASCADE,
  constraint confirm_questions_pkey PRIMARY KEY (owner_id),
  constraint confirm_questions_id_key UNIQUE (id)
);
CREATE INDEX confirm_questions_open ON public.confirm_questions USING btree (told_at) WHERE (paused_at IS NULL);
CREATE INDEX confirm_questions_untold ON public.confirm_questions USING btree (asked_at) WHERE (told_at IS NULL);

create table consents (
  id bigint not null generated always as identity,
  user_id uuid not null,
  what text not null,
  version integer not null,
  given_at timestamp with time zone not null default now(),
  taken_back_at timestamp with time zone,
  constraint consents_check CHECK ((taken_back_at >= given_at)),
  constraint consents_version_check CHECK ((version > 0)),
  constraint consents_what_check CHECK ((what = ANY (ARRAY['publish'::text, 'contact'::text, 'faith'::text, 'guardian'::text]))),
  constraint consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint consents_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX consents_standing ON public.consents USING btree (user_id, what) WHERE (taken_back_at IS NULL);
CREATE INDEX consents_user ON public.consents USING btree (user_id);
CREATE TRIGGER faith_consent AFTER INSERT OR UPDATE OF taken_back_at ON public.consents FOR EACH ROW WHEN ((new.what = 'faith'::text)) EXECUTE FUNCTION show_faith();

create table contact_feedback (
  request_id uuid not null,
  asked_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  did_answer boolean,
  was_right text,
  note text,
  constraint contact_feedback_check CHECK (((did_answer IS NULL) OR (closed_at IS NOT NULL))),
  constraint contact_feedback_check1 CHECK (((was_right IS NOT NULL) = (did_answer IS TRUE))),
  constraint contact_feedback_check2 CHECK (((note IS NULL) OR (did_answer IS NOT NULL))),
  constraint contact_feedback_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint contact_feedback_was_right_check CHECK ((was_right = ANY (ARRAY['yes'::text, 'partly'::text, 'no'::text]))),
  constraint contact_feedback_request_id_fkey FOREIGN KEY (request_id) REFERENCES contact_requests(id) ON DELETE CASCADE,
  constraint contact_feedback_pkey PRIMARY KEY (request_id)
);
CREATE INDEX contact_feedback_oldest ON public.contact_feedback USING btree (asked_at);

create table contact_requests (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  biodata_id uuid,
  payment_id uuid,
  status text not null default 'pending'::text,
  deleted boolean not null default false,
  requested_at timestamp with time zone not null default now(),
  approved_at timestamp with time zone,
  approved_by uuid,
  number integer not null,
  ended_at timestamp with time zone,
  ended_by uuid,
  ended_because text,
  asker_name text not null,
  asker_email text not null,
  asker_sounds text not null generated always as (name_sounds(asker_name)) stored,
  introduction text,
  forwarded_at timestamp with time zone,
  forwarded_by uuid,
  answer_by timestamp with time zone,
  reminded_at timestamp with time zone,
  answer text,
  answered_at timestamp with time zone,
  answered_by uuid,
  first_seen_at timestamp with time zone,
  shares_contact boolean not null default false,
  by_guardian boolean not null default false,
  shows_own boolean not null default false,
  constraint contact_requests_answer_check CHECK ((answer = ANY (ARRAY['yes'::text, 'not now'::text, 'over'::text, 'taken back'::text]))),
  constraint contact_requests_answered CHECK ((((answer IS NULL) = (answered_at IS NULL)) AND ((answer IS NULL) OR (forwarded_at IS NOT NULL)) AND ((status <> ALL (ARRAY['pending'::text, 'forwarded'::text])) OR (answer IS NULL)) AND ((status = 'declined'::text) = ((answer IS NOT NULL) AND (answer = ANY (ARRAY['not now'::text, 'over'::text])))) AND ((status <> 'declined'::text) OR (ended_at IS NOT NULL)) AND ((status <> 'approve'::text) OR (forwarded_at IS NULL) OR (answer = 'yes'::text)))),
  constraint contact_requests_approved CHECK (
CASE
    WHEN (status = ANY (ARRAY['pending'::text, 'forwarded'::text, 'declined'::text])) THEN (approved_at IS NULL)
    WHEN (status = 'approve'::text) THEN (approved_at IS NOT NULL)
    ELSE true
END),
  constraint contact_requests_ended_because_check CHECK (((length(ended_because) >= 1) AND (length(ended_because) <= 500))),
  constraint contact_requests_forwarded CHECK ((((answer_by IS NULL) OR (forwarded_at IS NOT NULL)) AND ((status <> 'pending'::text) OR (forwarded_at IS NULL)) AND ((status <> ALL (ARRAY['forwarded'::text, 'declined'::text])) OR (forwarded_at IS NOT NULL)))),
  constraint contact_requests_introduction_check CHECK (((length(introduction) >= 1) AND (length(introduction) <= 500))),
  constraint contact_requests_refused CHECK (((status <> 'refused'::text) OR ((approved_at IS NULL) AND (ended_at IS NOT NULL) AND (ended_because IS NOT NULL)))),
  constraint contact_requests_shows_own CHECK ((NOT (shows_own AND by_guardian))),
  constraint contact_requests_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'forwarded'::text, 'approve'::text, 'declined'::text, 'withdrawn'::text, 'refused'::text]))),
  constraint contact_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint contact_requests_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint contact_requests_biodata_id_fkey FOREIGN KEY (biodata_id) REFERENCES biodata(id) ON DELETE SET NULL,
  constraint contact_requests_ended_by_fkey FOREIGN KEY (ended_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint contact_requests_forwarded_by_fkey FOREIGN KEY (forwarded_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint contact_requests_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint contact_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint contact_requests_pkey PRIMARY KEY (id),
  constraint contact_requests_payment_id_key UNIQUE (payment_id)
);
CREATE INDEX contact_requests_answered_by ON public.contact_requests USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX contact_requests_approved ON public.contact_requests USING btree (approved_at) INCLUDE (requested_at, forwarded_at) WHERE (approved_at IS NOT NULL);
CREATE INDEX contact_requests_approved_by ON public.contact_requests USING btree (approved_by) WHERE (approved_by IS NOT NULL);
CREATE INDEX contact_requests_asked ON public.contact_requests USING btree (biodata_id, forwarded_at DESC, id DESC) WHERE (forwarded_at IS NOT NULL);
CREATE INDEX contact_requests_asker ON public.contact_requests USING btree (user_id, biodata_id);
CREATE INDEX contact_requests_biodata ON public.contact_requests USING btree (biodata_id);
CREATE INDEX contact_requests_by_email ON public.contact_requests USING btree (asker_email, id) INCLUDE (asker_name, asker_sounds, status) WHERE (biodata_id IS NOT NULL);
CREATE INDEX contact_requests_by_name ON public.contact_requests USING btree (lower(asker_name), id) INCLUDE (asker_name, asker_email, asker_sounds, status) WHERE (biodata_id IS NOT NULL);
CREATE INDEX contact_requests_by_number ON public.contact_requests USING btree (number, id) INCLUDE (asker_name, asker_email, asker_sounds, status) WHERE (biodata_id IS NOT NULL);
CREATE INDEX contact_requests_ended ON public.contact_requests USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX contact_requests_ended_by ON public.contact_requests USING btree (ended_by) WHERE (ended_by IS NOT NULL);
CREATE INDEX contact_requests_forwarded ON public.contact_requests USING btree (answer_by, id) WHERE (status = 'forwarded'::text);
CREATE INDEX contact_requests_forwarded_by ON public.contact_requests USING btree (forwarded_by) WHERE (forwarded_by IS NOT NULL);
CREATE INDEX contact_requests_free ON public.contact_requests USING btree (user_id, requested_at) WHERE (payment_id IS NULL);
CREATE INDEX contact_requests_listed ON public.contact_requests USING btree (requested_at, id) INCLUDE (asker_name, asker_email, asker_sounds, status) WHERE (biodata_id IS NOT NULL);
CREATE UNIQUE INDEX contact_requests_live ON public.contact_requests USING btree (user_id, biodata_id) WHERE (status = ANY (ARRAY['pending'::text, 'forwarded'::text, 'approve'::text]));
CREATE INDEX contact_requests_newest ON public.contact_requests USING btree (requested_at DESC, id DESC);
CREATE INDEX contact_requests_pending ON public.contact_requests USING btree (requested_at, id) INCLUDE (asker_name, asker_email, asker_sounds, number) WHERE ((status = 'pending'::text) AND (biodata_id IS NOT NULL));
CREATE INDEX contact_requests_refused ON public.contact_requests USING btree (ended_at) INCLUDE (requested_at) WHERE (status = 'refused'::text);
CREATE INDEX contact_requests_seen ON public.contact_requests USING btree (first_seen_at) WHERE (status = 'approve'::text);
CREATE INDEX contact_requests_to_call ON public.contact_requests USING btree (forwarded_at, id) WHERE ((status = 'forwarded'::text) AND (answer_by IS NULL));
CREATE INDEX contact_requests_user ON public.contact_requests USING btree (user_id, requested_at DESC, id DESC) WHERE (NOT deleted);
CREATE INDEX contact_requests_words ON public.contact_requests USING gin (user_words(asker_name, asker_email, asker_sounds)) WITH (fastupdate=off);
CREATE TRIGGER contact_request_number BEFORE INSERT ON public.contact_requests FOR EACH ROW EXECUTE FUNCTION number_of_request();
CREATE TRIGGER counted AFTER INSERT OR DELETE ON public.contact_requests FOR EACH ROW EXECUTE FUNCTION note_counts();
CREATE TRIGGER counted_anew AFTER UPDATE ON public.contact_requests FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.requested_at IS DISTINCT FROM new.requested_at)) OR (old.approved_at IS DISTINCT FROM new.approved_at)) OR (old.biodata_id IS DISTINCT FROM new.biodata_id))) EXECUTE FUNCTION note_counts();
CREATE TRIGGER feedback_forgotten AFTER UPDATE OF biodata_id ON public.contact_requests FOR EACH ROW WHEN (((old.biodata_id IS NOT NULL) AND (new.biodata_id IS NULL))) EXECUTE FUNCTION forget_feedback();
CREATE TRIGGER report_ended AFTER UPDATE OF status ON public.contact_requests FOR EACH ROW WHEN (((old.status = 'approve'::text) AND (new.status <> 'approve'::text))) EXECUTE FUNCTION request_of_report_ended();
CREATE TRIGGER untold_forgotten AFTER UPDATE OF status ON public.contact_requests FOR EACH ROW WHEN (((old.status = 'forwarded'::text) AND (new.status <> ALL (ARRAY['forwarded'::text, 'pending'::text])))) EXECUTE FUNCTION forget_untold();

create table contact_views (
  id bigint not null generated always as identity,
  at timestamp with time zone not null default now(),
  owner_id uuid not null,
  viewer_id uuid not null,
  viewer_number integer,
  by_right text not null,
  in_file boolean not null default false,
  reason text,
  constraint contact_views_by_right_check CHECK ((by_right = ANY (ARRAY['owner'::text, 'premium'::text, 'request'::text, 'answer'::text, 'administrator'::text]))),
  constraint contact_views_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 300))),
  constraint contact_views_pkey PRIMARY KEY (id)
);
CREATE INDEX contact_views_oldest ON public.contact_views USING btree (at);
CREATE INDEX contact_views_owner ON public.contact_views USING btree (owner_id, at);
CREATE INDEX contact_views_viewer ON public.contact_views USING btree (viewer_id, owner_id, at);
CREATE TRIGGER contact_views_are_final BEFORE DELETE OR UPDATE ON public.contact_views FOR EACH ROW EXECUTE FUNCTION refuse_change_of_view();
CREATE TRIGGER contact_views_stay BEFORE TRUNCATE ON public.contact_views FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_view();

create table day_count (
  what text not null,
  currency text not null default ''::text,
  day date not null,
  n bigint not null,
  amount bigint not null,
  constraint day_count_pkey PRIMARY KEY (what, currency, day) INCLUDE (n, amount)
) with (autovacuum_vacuum_scale_factor=0.02);

create table day_count_change (
  what text not null,
  currency text not null,
  day date not null,
  n bigint not null,
  amount bigint not null
);

create table erasures (
  id uuid not null,
  at timestamp with time zone not null default now(),
  constraint erasures_pkey PRIMARY KEY (id)
);

create table family_calls (
  id uuid not null default gen_random_uuid(),
  request_id uuid not null,
  called_on date not null,
  with_whom text,
  said text not null,
  note text,
  noted_at timestamp with time zone not null,
  noted_by uuid,
  constraint family_calls_check CHECK (((said = 'nobody'::text) = (with_whom IS NULL))),
  constraint family_calls_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint family_calls_said_check CHECK ((said = ANY (ARRAY['yes'::text, 'not now'::text, 'thinking'::text, 'nobody'::text]))),
  constraint family_calls_with_whom_check CHECK ((with_whom = ANY (ARRAY['father'::text, 'mother'::text, 'brother'::text, 'sister'::text, 'relative'::text, 'self'::text]))),
  constraint family_calls_noted_by_fkey FOREIGN KEY (noted_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint family_calls_request_id_fkey FOREIGN KEY (request_id) REFERENCES contact_requests(id) ON DELETE CASCADE,
  constraint family_calls_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX family_calls_answer ON public.family_calls USING btree (request_id) WHERE (said = ANY (ARRAY['yes'::text, 'not now'::text]));
CREATE INDEX family_calls_noted_by ON public.family_calls USING btree (noted_by) WHERE (noted_by IS NOT NULL);
CREATE INDEX family_calls_request ON public.family_calls USING btree (request_id, noted_at);

create table favourites (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null,
  biodata_id uuid not null,
  created_at timestamp with time zone not null default now(),
  note text,
  constraint favourites_note_check CHECK (((char_length(note) >= 1) AND (char_length(note) <= 300))),
  constraint favourites_biodata_id_fkey FOREIGN KEY (biodata_id) REFERENCES biodata(id) ON DELETE CASCADE,
  constraint favourites_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint favourites_pkey PRIMARY KEY (id),
  constraint favourites_owner_id_biodata_id_key UNIQUE (owner_id, biodata_id)
);
CREATE INDEX favourites_biodata ON public.favourites USING btree (biodata_id);

create table guardianships (
  id uuid not null default gen_random_uuid(),
  ward_id uuid not null,
  guardian_id uuid,
  relation text not null,
  name text not null,
  email text,
  mail_id uuid,
  token_hash bytea not null,
  invited_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  accepted_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by text,
  may_answer boolean not null,
  is_contact boolean not null,
  may_confirm boolean not null,
  may_edit boolean not null,
  phone text,
  constraint guardianships_check CHECK ((expires_at > invited_at)),
  constraint guardianships_check1 CHECK ((guardian_id <> ward_id)),
  constraint guardianships_check2 CHECK (((accepted_at IS NULL) = (guardian_id IS NULL))),
  constraint guardianships_check3 CHECK (((phone IS NULL) = ((accepted_at IS NULL) OR (ended_at IS NOT NULL)))),
  constraint guardianships_check4 CHECK (((ended_at IS NULL) = (ended_by IS NULL))),
  constraint guardianships_email_check CHECK (((length(email) >= 3) AND (length(email) <= 254))),
  constraint guardianships_ended_by_check CHECK ((ended_by = ANY (ARRAY['ward'::text, 'guardian'::text]))),
  constraint guardianships_name_check CHECK (((length(name) >= 1) AND (length(name) <= 100))),
  constraint guardianships_phone_check CHECK ((phone ~ '^\+[1-9][0-9]{7,14}$'::text)),
  constraint guardianships_relation_check CHECK ((relation = ANY (ARRAY['father'::text, 'mother'::text, 'brother'::text, 'sister'::text, 'uncle'::text, 'other'::text]))),
  constraint guardianships_guardian_id_fkey FOREIGN KEY (guardian_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint guardianships_ward_id_fkey FOREIGN KEY (ward_id) REFERENCES biodata(id) ON DELETE CASCADE,
  constraint guardianships_pkey PRIMARY KEY (id),
  constraint guardianships_token_hash_key UNIQUE (token_hash)
);
CREATE UNIQUE INDEX guardianships_contact ON public.guardianships USING btree (ward_id) WHERE (is_contact AND (ended_at IS NULL));
CREATE INDEX guardianships_ended ON public.guardianships USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX guardianships_expired ON public.guardianships USING btree (expires_at) WHERE (accepted_at IS NULL);
CREATE INDEX guardianships_guardian ON public.guardianships USING btree (guardian_id) WHERE (guardian_id IS NOT NULL);
CREATE UNIQUE INDEX guardianships_pair ON public.guardianships USING btree (ward_id, guardian_id) WHERE (ended_at IS NULL);
CREATE INDEX guardianships_ward ON public.guardianships USING btree (ward_id, invited_at);
CREATE TRIGGER guardian_answers_no_more AFTER DELETE OR UPDATE OF ended_at, may_answer ON public.guardianships FOR EACH ROW EXECUTE FUNCTION ask_ward_again();
CREATE TRIGGER guardianship_ended AFTER UPDATE OF ended_at ON public.guardianships FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (new.ended_at IS NOT NULL) AND (old.guardian_id IS NOT NULL))) EXECUTE FUNCTION guardianship_ended();
CREATE TRIGGER guardianship_gone AFTER DELETE ON public.guardianships FOR EACH ROW WHEN (((old.ended_at IS NULL) AND (old.guardian_id IS NOT NULL))) EXECUTE FUNCTION guardianship_gone();

create table import_pieces (
  import_id uuid not null,
  place smallint not null,
  bytes bytea not null,
  constraint import_pieces_bytes_check CHECK (((length(bytes) >= 1) AND (length(bytes) <= 131072))),
  constraint import_pieces_place_check CHECK ((place >= 0)),
  constraint import_pieces_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_pieces_pkey PRIMARY KEY (import_id, place)
);

create table import_rows (
  import_id uuid not null,
  row integer not null,
  line jsonb not null,
  email text,
  phone text,
  problems jsonb,
  constraint import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint import_rows_pkey PRIMARY KEY (import_id, "row")
);
CREATE INDEX import_rows_good ON public.import_rows USING btree (import_id, "row") WHERE (problems IS NULL);

create table imported_people (
  user_id uuid not null,
  import_id uuid not null,
  constraint imported_people_import_id_fkey FOREIGN KEY (import_id) REFERENCES imports(id) ON DELETE CASCADE,
  constraint imported_people_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint imported_people_pkey PRIMARY KEY (user_id)
);
CREATE INDEX imported_people_import ON public.imported_people USING btree (import_id);

create table imports (
  id uuid not null default gen_random_uuid(),
  actor_id uuid,
  file_name text not null,
  bytes integer not null,
  status text not null default 'uploading'::text,
  trouble text,
  trouble_columns text[] not null default '{}'::text[],
  headings jsonb not null default '[]'::jsonb,
  read integer not null default 0,
  good integer not null default 0,
  added integer not null default 0,
  stayed integer not null default 0,
  agreed_how text,
  agreed_on date,
  at_work_until timestamp with time zone,
  made_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  constraint imports_agreed_how_check CHECK (((length(agreed_how) >= 1) AND (length(agreed_how) <= 500))),
  constraint imports_bytes_check CHECK (((bytes >= 1) AND (bytes <= 10485760))),
  constraint imports_check CHECK (((agreed_how IS NULL) = (agreed_on IS NULL))),
  constraint imports_check1 CHECK (((done_at IS NOT NULL) = (status = ANY (ARRAY['done'::text, 'undoing'::text, 'undone'::text])))),
  constraint imports_file_name_check CHECK (((length(file_name) >= 1) AND (length(file_name) <= 200))),
  constraint imports_status_check CHECK ((status = ANY (ARRAY['uploading'::text, 'reading'::text, 'refused'::text, 'ready'::text, 'running'::text, 'done'::text, 'undoing'::text, 'undone'::text]))),
  constraint imports_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint imports_pkey PRIMARY KEY (id)
);
CREATE INDEX imports_actor ON public.imports USING btree (actor_id) WHERE (actor_id IS NOT NULL);
CREATE INDEX imports_at_work ON public.imports USING btree (made_at) WHERE (status = ANY (ARRAY['reading'::text, 'running'::text, 'undoing'::text]));
CREATE INDEX imports_newest ON public.imports USING btree (made_at DESC);

create table introductions (
  user_id uuid not null,
  biodata_id uuid not null,
  words text not null,
  written_at timestamp with time zone not null,
  constraint introductions_words_check CHECK (((length(words) >= 1) AND (length(words) <= 500))),
  constraint introductions_biodata_id_fkey FOREIGN KEY (biodata_id) REFERENCES biodata(id) ON DELETE CASCADE,
  constraint introductions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint introductions_pkey PRIMARY KEY (user_id, biodata_id)
);
CREATE INDEX introductions_biodata ON public.introductions USING btree (biodata_id);
CREATE INDEX introductions_oldest ON public.introductions USING btree (written_at);

create table listed_biodata (
  number integer not null,
  birth date not null,
  height smallint not null,
  weight smallint not null,
  gender text not null,
  marital_status text,
  division text not null,
  present_division text not null,
  occupation text not null,
  district text,
  education text,
  children text,
  religion text,
  practice text,
  partner_age_least smallint not null,
  partner_age_most smallint not null,
  partner_height_least smallint not null,
  partner_height_most smallint not null,
  partner_weight_least smallint not null,
  partner_weight_most smallint not null,
  facts bigint not null,
  district_fact bigint not null,
  wished bigint not null,
  districts_wished bigint not null,
  wish_weight smallint not null,
  musts smallint not null,
  confirmed_on date,
  constraint listed_biodata_number_fkey FOREIGN KEY (number) REFERENCES biodata(number) ON UPDATE CASCADE ON DELETE CASCADE,
  constraint listed_biodata_pkey PRIMARY KEY (number)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02);
CREATE INDEX biodata_best ON public.listed_biodata USING btree (gender, ((birth - 0))) INCLUDE (birth, number, height, weight, partner_age_least, partner_age_most, partner_height_least, partner_height_most, partner_weight_least, partner_weight_most, facts, district_fact, wished, districts_wished, wish_weight, musts, marital_status, division, present_division, occupation, district, education, children, religion, practice, confirmed_on);
CREATE INDEX biodata_birth ON public.listed_biodata USING btree (birth) INCLUDE (gender, division, marital_status);
CREATE INDEX biodata_browse ON public.listed_biodata USING btree (gender, division, number DESC) INCLUDE (birth, marital_status);
CREATE INDEX biodata_browse_all ON public.listed_biodata USING btree (number DESC) INCLUDE (birth, gender, division, marital_status);
CREATE INDEX biodata_browse_birth ON public.listed_biodata USING btree (gender, division, birth) INCLUDE (marital_status, number);
CREATE INDEX biodata_browse_division ON public.listed_biodata USING btree (division, number DESC) INCLUDE (birth, marital_status);
CREATE INDEX biodata_browse_gender ON public.listed_biodata USING btree (gender, number DESC) INCLUDE (birth, marital_status);
CREATE INDEX biodata_browse_marital_status ON public.listed_biodata USING btree (marital_status, number DESC) INCLUDE (birth, gender, division);
CREATE INDEX biodata_browse_status_birth ON public.listed_biodata USING btree (marital_status, gender, division, birth) INCLUDE (number) WHERE (marital_status IS NOT NULL);
CREATE INDEX biodata_facts ON public.listed_biodata USING gin (biodata_facts(number, birth, height, weight, gender, marital_status, division, present_division, occupation, district, education, children, religion, practice, confirmed_on)) WITH (fastupdate=off);
CREATE INDEX biodata_find ON public.listed_biodata USING btree (number DESC) INCLUDE (birth, height, weight, gender, marital_status, division, present_division, occupation, district, education, children, religion, practice, confirmed_on);
CREATE INDEX biodata_find_by_age ON public.listed_biodata USING btree (((birth - 0)), number) INCLUDE (birth, height, weight, gender, marital_status, division, present_division, occupation, district, education, children, religion, practice, confirmed_on);

create table mailed_links (
  token_hash bytea not null,
  user_id uuid not null,
  purpose text not null,
  expires_at timestamp with time zone not null,
  constraint mailed_links_purpose_check CHECK ((purpose = ANY (ARRAY['verify'::text, 'reset'::text]))),
  constraint mailed_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint mailed_links_pkey PRIMARY KEY (token_hash)
);
CREATE INDEX mailed_links_ended ON public.mailed_links USING btree (expires_at);
CREATE INDEX mailed_links_user ON public.mailed_links USING btree (user_id, purpose);

create table marriage_answers (
  id uuid not null default gen_random_uuid(),
  owner_id uuid,
  gender text not null,
  found_here text not null,
  partner_id uuid,
  is_named boolean not null,
  said_at timestamp with time zone not null,
  constraint marriage_answers_check CHECK (((found_here = 'yes'::text) OR ((owner_id IS NOT NULL) AND (NOT is_named)))),
  constraint marriage_answers_check1 CHECK ((is_named OR (partner_id IS NULL))),
  constraint marriage_answers_found_here_check CHECK ((found_here = ANY (ARRAY['yes'::text, 'no'::text, 'unsaid'::text]))),
  constraint marriage_answers_gender_check CHECK ((gender = ANY (ARRAY['Female'::text, 'Male'::text]))),
  constraint marriage_answers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES biodata(id) ON DELETE SET NULL,
  constraint marriage_answers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES biodata(id) ON DELETE SET NULL,
  constraint marriage_answers_pkey PRIMARY KEY (id),
  constraint marriage_answers_owner_id_key UNIQUE (owner_id)
);
CREATE INDEX marriage_answers_partner ON public.marriage_answers USING btree (partner_id);

create unlogged table network_views (
  network text not null,
  at timestamp with time zone not null
);
CREATE INDEX network_views_network ON public.network_views USING btree (network, at);

create table notification_preferences (
  user_id uuid not null,
  kind text not null,
  channel text not null,
  wanted boolean not null,
  constraint notification_preferences_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text]))),
  constraint notification_preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notification_preferences_pkey PRIMARY KEY (user_id, kind, channel)
);

create table notifications (
  id bigint not null generated always as identity,
  user_id uuid not null,
  kind text not null,
  cause text not null,
  about jsonb not null,
  made_at timestamp with time zone not null default now(),
  seen_at timestamp with time zone,
  read_at timestamp with time zone,
  not_before timestamp with time zone,
  constraint notifications_cause_check CHECK (((length(cause) >= 1) AND (length(cause) <= 200))),
  constraint notifications_check CHECK (((seen_at IS NOT NULL) OR (read_at IS NULL))),
  constraint notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint notifications_pkey PRIMARY KEY (id),
  constraint notifications_user_id_kind_cause_key UNIQUE (user_id, kind, cause)
);
CREATE INDEX notifications_listed ON public.notifications USING btree (user_id, made_at, id);
CREATE INDEX notifications_oldest ON public.notifications USING btree (made_at);
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_unseen ON public.notifications USING btree (user_id) WHERE (seen_at IS NULL);

create table outbox (
  id uuid not null default gen_random_uuid(),
  recipient text not null,
  language text not null,
  kind text not null,
  content jsonb,
  status text not null default 'waiting'::text,
  attempts smallint not null default 0,
  due_at timestamp with time zone not null default now(),
  last_error text,
  created_at timestamp with time zone not null default now(),
  sent_at timestamp with time zone,
  channel text not null default 'mail'::text,
  user_id uuid,
  notice text,
  not_before timestamp with time zone,
  notification_id bigint,
  constraint outbox_channel_check CHECK ((channel = ANY (ARRAY['mail'::text, 'push'::text]))),
  constraint outbox_check CHECK (((sent_at IS NOT NULL) = (status = 'sent'::text))),
  constraint outbox_check1 CHECK (((content IS NOT NULL) OR (status = ANY (ARRAY['sent'::text, 'failed'::text])))),
  constraint outbox_check2 CHECK (((user_id IS NULL) = (notice IS NULL))),
  constraint outbox_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint outbox_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'sending'::text, 'sent'::text, 'failed'::text]))),
  constraint outbox_notification_id_fkey FOREIGN KEY (notification_id) REFERENCES notifications(id) ON DELETE CASCADE,
  constraint outbox_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX outbox_due ON public.outbox USING btree (channel, due_at) WHERE (status = ANY (ARRAY['waiting'::text, 'sending'::text]));
CREATE INDEX outbox_due_at_night ON public.outbox USING btree (channel, due_at) WHERE ((status = ANY (ARRAY['waiting'::text, 'sending'::text])) AND (notice IS NULL));
CREATE INDEX outbox_notification ON public.outbox USING btree (notification_id) WHERE (notification_id IS NOT NULL);
CREATE INDEX outbox_recipient ON public.outbox USING btree (recipient);
CREATE INDEX outbox_settled ON public.outbox USING btree (created_at) WHERE (status = ANY (ARRAY['sent'::text, 'failed'::text]));
CREATE INDEX outbox_tried ON public.outbox USING btree (channel) WHERE ((attempts > 0) AND (status <> 'sent'::text));
CREATE INDEX outbox_user ON public.outbox USING btree (user_id) WHERE (user_id IS NOT NULL);

create table passkeys (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  name text,
  credential_id text not null,
  public_key text not null,
  counter bigint not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamp with time zone not null default now(),
  constraint passkeys_name_check CHECK ((length(name) <= 100)),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id)
);
CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

create table payment_findings (
  id bigint not null generated always as identity,
  provider text not null,
  provider_ref text not null,
  kind text not null,
  amount integer not null,
  currency text not null,
  detail text,
  found_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  constraint payment_findings_kind_check CHECK ((kind = ANY (ARRAY['unknown'::text, 'mismatch'::text, 'risky'::text, 'receipt used'::text, 'claimed twice'::text, 'refund refused'::text, 'refund failed'::text, 'refunded'::text, 'refunded in part'::text, 'disputed'::text]))),
  constraint payment_findings_pkey PRIMARY KEY (id),
  constraint payment_findings_provider_provider_ref_kind_key UNIQUE (provider, provider_ref, kind)
);
CREATE INDEX payment_findings_done ON public.payment_findings USING btree (done_at) WHERE (done_at IS NOT NULL);
CREATE INDEX payment_findings_open ON public.payment_findings USING btree (id) WHERE (done_at IS NULL);

create table payment_receipts (
  provider text not null,
  id text not null,
  payment_id uuid not null,
  amount integer not null,
  currency text not null,
  received_at timestamp with time zone not null,
  is_surplus boolean not null default false,
  noted_at timestamp with time zone not null default now(),
  constraint payment_receipts_amount_check CHECK ((amount > 0)),
  constraint payment_receipts_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint payment_receipts_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint payment_receipts_pkey PRIMARY KEY (provider, id)
);
CREATE INDEX payment_receipts_payment ON public.payment_receipts USING btree (payment_id);

create table payment_sweeps (
  provider text not null,
  swept_until timestamp with time zone not null,
  constraint payment_sweeps_pkey PRIMARY KEY (provider)
);

create table payments (
  id uuid not null default gen_random_uuid(),
  provider text not null,
  provider_ref text,
  user_id uuid,
  biodata_id uuid,
  amount integer not null,
  currency text not null,
  status text not null default 'created'::text,
  last_error text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  refund_because text,
  declines_key text,
  refunded_by_hand boolean not null default false,
  completing_until timestamp with time zone,
  ask_after timestamp with time zone,
  times_asked smallint not null default 0,
  constraint payments_amount_check CHECK ((amount > 0)),
  constraint payments_check CHECK (((declines_key IS NULL) OR (status = 'created'::text))),
  constraint payments_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint payments_refund_because_check CHECK ((refund_because = ANY (ARRAY['duplicate'::text, 'payer left'::text, 'biodata left'::text, 'hidden'::text, 'refused'::text, 'taken back'::text, 'suspended'::text, 'not named'::text, 'another amount'::text, 'declined'::text, 'asker withdrew'::text, 'unanswered'::text]))),
  constraint payments_status_check CHECK ((status = ANY (ARRAY['created'::text, 'claimed'::text, 'review'::text, 'succeeded'::text, 'canceled'::text, 'mismatch'::text, 'refund_due'::text, 'refunded'::text, 'disputed'::text]))),
  constraint payments_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint payments_pkey PRIMARY KEY (id),
  constraint payments_provider_provider_ref_key UNIQUE (provider, provider_ref)
);
CREATE INDEX payments_ask_after ON public.payments USING btree (ask_after) WHERE ((status = ANY (ARRAY['created'::text, 'review'::text, 'canceled'::text])) AND (ask_after IS NOT NULL));
CREATE INDEX payments_biodata ON public.payments USING btree (biodata_id);
CREATE INDEX payments_newest ON public.payments USING btree (created_at DESC, id DESC) WHERE (status <> 'canceled'::text);
CREATE UNIQUE INDEX payments_one_open ON public.payments USING btree (user_id, biodata_id, provider) NULLS NOT DISTINCT WHERE (status = ANY (ARRAY['created'::text, 'claimed'::text, 'review'::text]));
CREATE INDEX payments_open ON public.payments USING btree (updated_at) WHERE (status = ANY (ARRAY['created'::text, 'refund_due'::text]));
CREATE INDEX payments_unnamed ON public.payments USING btree (updated_at) WHERE ((status = 'succeeded'::text) AND (biodata_id IS NULL));
CREATE INDEX payments_unpaid ON public.payments USING btree (updated_at) WHERE (status = ANY (ARRAY['created'::text, 'canceled'::text]));
CREATE INDEX payments_user ON public.payments USING btree (user_id);
CREATE TRIGGER counted AFTER INSERT OR DELETE ON public.payments FOR EACH ROW EXECUTE FUNCTION note_counts();
CREATE TRIGGER counted_anew AFTER UPDATE ON public.payments FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.currency IS DISTINCT FROM new.currency)) OR (old.amount IS DISTINCT FROM new.amount))) EXECUTE FUNCTION note_counts();
CREATE TRIGGER refund_owed AFTER UPDATE OF status ON public.payments FOR EACH ROW WHEN (((new.status = 'refund_due'::text) AND (old.status <> 'refund_due'::text))) EXECUTE FUNCTION owe_refunds();

create table premium (
  user_id uuid not null,
  status text not null,
  requested_at timestamp with time zone not null default now(),
  approved_at timestamp with time zone,
  approved_by uuid,
  asker_name text not null,
  asker_email text not null,
  number integer,
  asker_sounds text not null generated always as (name_sounds(asker_name)) stored,
  constraint premium_check CHECK (((approved_at IS NULL) = (status = 'pending'::text))),
  constraint premium_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'approve'::text]))),
  constraint premium_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint premium_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint premium_pkey PRIMARY KEY (user_id)
);
CREATE INDEX premium_approved ON public.premium USING btree (approved_at) WHERE (approved_at IS NOT NULL);
CREATE INDEX premium_approved_by ON public.premium USING btree (approved_by) WHERE (approved_by IS NOT NULL);
CREATE INDEX premium_pending ON public.premium USING btree (requested_at, user_id) INCLUDE (asker_name, asker_email, asker_sounds, number) WHERE ((status = 'pending'::text) AND (number IS NOT NULL));
CREATE TRIGGER counted AFTER INSERT OR DELETE ON public.premium FOR EACH ROW EXECUTE FUNCTION note_counts();
CREATE TRIGGER counted_anew AFTER UPDATE ON public.premium FOR EACH ROW WHEN ((((old.status IS DISTINCT FROM new.status) OR (old.requested_at IS DISTINCT FROM new.requested_at)) OR (old.approved_at IS DISTINCT FROM new.approved_at))) EXECUTE FUNCTION note_counts();
CREATE TRIGGER premium_changed AFTER INSERT OR UPDATE ON public.premium FOR EACH ROW EXECUTE FUNCTION premium_to_biodata();
CREATE TRIGGER premium_ended AFTER DELETE ON public.premium FOR EACH ROW EXECUTE FUNCTION premium_ended();
CREATE TRIGGER premium_made BEFORE INSERT ON public.premium FOR EACH ROW EXECUTE FUNCTION asker_of_premium();

create unlogged table profile_views (
  viewer_id uuid not null,
  owner_id uuid not null,
  at timestamp with time zone not null,
  constraint profile_views_viewer_id_fkey FOREIGN KEY (viewer_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX profile_views_at ON public.profile_views USING btree (at);
CREATE INDEX profile_views_viewer ON public.profile_views USING btree (viewer_id, at);

create table provider_events (
  provider text not null,
  event_id text not null,
  type text not null,
  received_at timestamp with time zone not null default now(),
  constraint provider_events_pkey PRIMARY KEY (provider, event_id)
);
CREATE INDEX provider_events_received ON public.provider_events USING btree (received_at);

create table push_subscriptions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  site_key text not null,
  made_at timestamp with time zone not null default now(),
  constraint push_subscriptions_auth_check CHECK ((length(auth) <= 100)),
  constraint push_subscriptions_endpoint_check CHECK ((length(endpoint) <= 1000)),
  constraint push_subscriptions_p256dh_check CHECK ((length(p256dh) <= 200)),
  constraint push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  constraint push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint push_subscriptions_pkey PRIMARY KEY (id),
  constraint push_subscriptions_endpoint_key UNIQUE (endpoint)
);
CREATE INDEX push_subscriptions_session ON public.push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_user ON public.push_subscriptions USING btree (user_id, made_at);

create table put_away (
  user_id uuid not null,
  at timestamp with time zone not null default now(),
  name text not null,
  image text,
  had_biodata boolean not null,
  was_published boolean not null,
  searches jsonb not null default '[]'::jsonb,
  push jsonb not null default '[]'::jsonb,
  premium_asked_at timestamp with time zone,
  consents bigint[] not null default '{}'::bigint[],
  constraint put_away_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint put_away_pkey PRIMARY KEY (user_id)
);
CREATE INDEX put_away_oldest ON public.put_away USING btree (at);

create table refunds (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  provider text not null,
  receipt_id text not null,
  provider_ref text,
  amount integer not null,
  currency text not null,
  state text not null,
  is_ours boolean not null default true,
  ask_after timestamp with time zone,
  made_at timestamp with time zone not null default now(),
  done_at timestamp with time zone,
  constraint refunds_amount_check CHECK ((amount > 0)),
  constraint refunds_check CHECK (((done_at IS NULL) OR (state = 'refunded'::text))),
  constraint refunds_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
  constraint refunds_state_check CHECK ((state = ANY (ARRAY['due'::text, 'asked'::text, 'on its way'::text, 'refunded'::text, 'failed'::text]))),
  constraint refunds_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint refunds_provider_receipt_id_fkey FOREIGN KEY (provider, receipt_id) REFERENCES payment_receipts(provider, id),
  constraint refunds_pkey PRIMARY KEY (id),
  constraint refunds_provider_provider_ref_key UNIQUE (provider, provider_ref)
);
CREATE UNIQUE INDEX refunds_one_open ON public.refunds USING btree (provider, receipt_id) WHERE (is_ours AND (state = ANY (ARRAY['due'::text, 'asked'::text, 'on its way'::text])));
CREATE INDEX refunds_open ON public.refunds USING btree (made_at) WHERE (state = ANY (ARRAY['due'::text, 'asked'::text, 'on its way'::text]));
CREATE INDEX refunds_payment ON public.refunds USING btree (payment_id);
CREATE INDEX refunds_receipt ON public.refunds USING btree (provider, receipt_id);
CREATE TRIGGER refund_arrived AFTER INSERT OR UPDATE OF state ON public.refunds FOR EACH ROW WHEN ((new.state = 'refunded'::text)) EXECUTE FUNCTION end_refund_trouble();

create unlogged table removed_favourites (
  owner_id uuid not null,
  biodata_id uuid not null,
  at timestamp with time zone not null,
  constraint removed_favourites_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint removed_favourites_pkey PRIMARY KEY (owner_id, biodata_id)
);

create table reports (
  id uuid not null default gen_random_uuid(),
  reporter_id uuid,
  reported_id uuid not null,
  number integer,
  reason text not null,
  words text,
  at timestamp with time zone not null default now(),
  outcome text,
  answer text,
  answered_at timestamp with time zone,
  answered_by uuid,
  constraint reports_answer_check CHECK (((length(answer) >= 1) AND (length(answer) <= 1000))),
  constraint reports_check CHECK ((reporter_id <> reported_id)),
  constraint reports_check1 CHECK ((((outcome IS NULL) = (answer IS NULL)) AND ((outcome IS NULL) = (answered_at IS NULL)))),
  constraint reports_outcome_check CHECK ((outcome = ANY (ARRAY['resolved'::text, 'dismissed'::text]))),
  constraint reports_reason_check CHECK ((reason = ANY (ARRAY['taken'::text, 'untrue'::text, 'rude'::text, 'money'::text, 'other'::text]))),
  constraint reports_words_check CHECK (((length(words) >= 1) AND (length(words) <= 2000))),
  constraint reports_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE SET NULL,
  constraint reports_pkey PRIMARY KEY (id)
);
CREATE INDEX reports_about ON public.reports USING btree (reported_id, reporter_id);
CREATE INDEX reports_answered ON public.reports USING btree (answered_at, reported_id) WHERE (outcome IS NOT NULL);
CREATE INDEX reports_answered_about ON public.reports USING btree (reported_id, answered_at, id) WHERE (outcome IS NOT NULL);
CREATE INDEX reports_answered_by ON public.reports USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE UNIQUE INDEX reports_open ON public.reports USING btree (reporter_id, reported_id) WHERE (outcome IS NULL);
CREATE INDEX reports_reporter ON public.reports USING btree (reporter_id, at);
CREATE INDEX reports_waiting ON public.reports USING btree (reported_id, at) WHERE (outcome IS NULL);
CREATE INDEX reports_waiting_longest ON public.reports USING btree (at, reported_id) WHERE (outcome IS NULL);

create table saved_searches (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null,
  place smallint not null,
  name text not null,
  search text not null,
  how_often text not null default 'weekly'::text,
  created_at timestamp with time zone not null default now(),
  told_up_to integer not null,
  told_at timestamp with time zone,
  due_at timestamp with time zone,
  constraint saved_searches_check CHECK (((how_often = ANY (ARRAY['daily'::text, 'weekly'::text])) = (due_at IS NOT NULL))),
  constraint saved_searches_how_often_check CHECK ((how_often = ANY (ARRAY['at once'::text, 'daily'::text, 'weekly'::text, 'never'::text]))),
  constraint saved_searches_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80))),
  constraint saved_searches_place_check CHECK (((place >= 1) AND (place <= 10))),
  constraint saved_searches_search_check CHECK ((char_length(search) <= 4000)),
  constraint saved_searches_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint saved_searches_pkey PRIMARY KEY (id),
  constraint saved_searches_owner_id_place_key UNIQUE (owner_id, place)
);
CREATE INDEX saved_searches_at_once ON public.saved_searches USING btree (told_up_to) WHERE (how_often = 'at once'::text);
CREATE INDEX saved_searches_due ON public.saved_searches USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX saved_searches_once ON public.saved_searches USING btree (owner_id, md5(search));

create table second_factors (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  secret text not null,
  backup_codes text not null,
  verified boolean not null default false,
  failed_verification_count integer not null default 0,
  locked_until timestamp with time zone,
  last_step integer not null default 0,
  created_at timestamp with time zone not null default now(),
  constraint second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint second_factors_pkey PRIMARY KEY (id),
  constraint second_factors_user_id_key UNIQUE (user_id)
);

create table sessions (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token text not null,
  expires_at timestamp with time zone not null,
  ip_address text,
  user_agent text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  confirmed_at timestamp with time zone not null default now(),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_key UNIQUE (token)
);
CREATE INDEX sessions_ended ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id);

create table site (
  one boolean not null default true,
  mode text not null,
  confirming_since timestamp with time zone not null default now(),
  constraint site_mode_check CHECK ((mode = ANY (ARRAY['demo'::text, 'serve'::text]))),
  constraint site_one_check CHECK (one),
  constraint site_pkey PRIMARY KEY (one)
);

create table suspicious_texts (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  field text not null,
  text_hash text not null,
  found_at timestamp with time zone not null default now(),
  fine_at timestamp with time zone,
  fine_by uuid,
  constraint suspicious_texts_field_check CHECK ((field ~ '^[a-zA-Z]{1,40}$'::text)),
  constraint suspicious_texts_fine_by_fkey FOREIGN KEY (fine_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint suspicious_texts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint suspicious_texts_pkey PRIMARY KEY (user_id, field),
  constraint suspicious_texts_id_key UNIQUE (id)
);
CREATE INDEX suspicious_texts_fine_by ON public.suspicious_texts USING btree (fine_by) WHERE (fine_by IS NOT NULL);
CREATE INDEX suspicious_texts_open ON public.suspicious_texts USING btree (found_at, id) WHERE (fine_at IS NULL);

create table transfer_claims (
  id uuid not null default gen_random_uuid(),
  payment_id uuid not null,
  wallet text not null,
  transaction_id text not null,
  looks_like text not null generated always as (translate(transaction_id, 'OIL'::text, '011'::text)) stored,
  last_digits text,
  state text not null default 'waiting'::text,
  claimed_at timestamp with time zone not null default now(),
  read_by uuid,
  read_amount integer,
  read_at timestamp with time zone,
  decided_by uuid,
  decided_at timestamp with time zone,
  constraint transfer_claims_check CHECK (((state <> 'confirmed'::text) OR ((read_amount IS NOT NULL) AND (read_at IS NOT NULL)))),
  constraint transfer_claims_last_digits_check CHECK ((last_digits ~ '^[0-9]{4}$'::text)),
  constraint transfer_claims_read_amount_check CHECK ((read_amount > 0)),
  constraint transfer_claims_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'confirmed'::text, 'refused'::text, 'corrected'::text]))),
  constraint transfer_claims_transaction_id_check CHECK ((transaction_id ~ '^[A-Z0-9]{6,35}$'::text)),
  constraint transfer_claims_wallet_check CHECK ((wallet = ANY (ARRAY['bkash'::text, 'nagad'::text, 'rocket'::text, 'bank'::text]))),
  constraint transfer_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint transfer_claims_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES payments(id),
  constraint transfer_claims_read_by_fkey FOREIGN KEY (read_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint transfer_claims_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX transfer_claims_confirmed ON public.transfer_claims USING btree (looks_like) WHERE (state = 'confirmed'::text);
CREATE INDEX transfer_claims_decided_by ON public.transfer_claims USING btree (decided_by);
CREATE UNIQUE INDEX transfer_claims_one_waiting ON public.transfer_claims USING btree (payment_id) WHERE (state = 'waiting'::text);
CREATE INDEX transfer_claims_payment ON public.transfer_claims USING btree (payment_id);
CREATE INDEX transfer_claims_read_by ON public.transfer_claims USING btree (read_by);
CREATE INDEX transfer_claims_transaction ON public.transfer_claims USING btree (looks_like);
CREATE INDEX transfer_claims_waiting ON public.transfer_claims USING btree (claimed_at, id) WHERE (state = 'waiting'::text);

create table unanswered_reports (
  request_id uuid not null,
  reporter_id uuid not null,
  owner_id uuid not null,
  phone text,
  is_guardians boolean not null,
  note text,
  reported_at timestamp with time zone not null,
  outcome text,
  decided_at timestamp with time zone,
  decided_by uuid,
  constraint unanswered_reports_check CHECK (((outcome IS NULL) = (decided_at IS NULL))),
  constraint unanswered_reports_check1 CHECK (((outcome IS NULL) = (phone IS NOT NULL))),
  constraint unanswered_reports_note_check CHECK (((length(note) >= 1) AND (length(note) <= 500))),
  constraint unanswered_reports_outcome_check CHECK ((outcome = ANY (ARRAY['unanswered'::text, 'answers'::text, 'ended'::text]))),
  constraint unanswered_reports_phone_check CHECK (((length(phone) >= 1) AND (length(phone) <= 30))),
  constraint unanswered_reports_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
  constraint unanswered_reports_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES biodata(id) ON DELETE CASCADE,
  constraint unanswered_reports_reporter_id_fkey FOREIGN KEY (reporter_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint unanswered_reports_request_id_fkey FOREIGN KEY (request_id) REFERENCES contact_requests(id) ON DELETE CASCADE,
  constraint unanswered_reports_pkey PRIMARY KEY (request_id)
);
CREATE INDEX unanswered_reports_decided ON public.unanswered_reports USING btree (decided_at, request_id) WHERE (outcome IS NOT NULL);
CREATE INDEX unanswered_reports_decided_by ON public.unanswered_reports USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX unanswered_reports_open ON public.unanswered_reports USING btree (reported_at, request_id) WHERE (outcome IS NULL);
CREATE INDEX unanswered_reports_owner ON public.unanswered_reports USING btree (owner_id);
CREATE UNIQUE INDEX unanswered_reports_pair ON public.unanswered_reports USING btree (reporter_id, owner_id);

create table users (
  id uuid not null default gen_random_uuid(),
  name text not null,
  email text not null,
  email_verified boolean not null default false,
  image text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  role text not null default 'user'::text,
  language text not null default 'en'::text,
  suspended_at timestamp with time zone,
  suspended_because text,
  two_factor_enabled boolean not null default false,
  sounds text not null generated always as (name_sounds(name)) stored,
  browsers_known integer not null default 0,
  biodata_for text,
  biodata_gender text,
  kept_by text,
  constraint users_biodata_for_check CHECK ((biodata_for = ANY (ARRAY['myself'::text, 'daughter'::text, 'son'::text, 'sister'::text, 'brother'::text, 'relative'::text]))),
  constraint users_biodata_gender_check CHECK ((biodata_gender = ANY (ARRAY['Male'::text, 'Female'::text]))),
  constraint users_email_check CHECK ((email = lower(email))),
  constraint users_for_whom CHECK (((biodata_for IS NULL) = (biodata_gender IS NULL))),
  constraint users_kept_by_check CHECK ((kept_by = ANY (ARRAY['father'::text, 'mother'::text, 'brother'::text, 'sister'::text, 'uncle'::text, 'other'::text]))),
  constraint users_language_check CHECK ((language ~ '^[a-z]{2}$'::text)),
  constraint users_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text]))),
  constraint users_suspended CHECK (((suspended_at IS NULL) = (suspended_because IS NULL))),
  constraint users_suspended_is_no_admin CHECK (((role <> 'admin'::text) OR (suspended_at IS NULL))),
  constraint users_pkey PRIMARY KEY (id)
);
CREATE INDEX users_admins ON public.users USING btree (id) WHERE (role = 'admin'::text);
CREATE UNIQUE INDEX users_email_key ON public.users USING btree (email) INCLUDE (id, name, sounds);
CREATE INDEX users_name ON public.users USING btree (lower(name), id) INCLUDE (name, email, sounds);
CREATE INDEX users_newest ON public.users USING btree (created_at, id) INCLUDE (name, email, sounds);
CREATE INDEX users_suspended ON public.users USING btree (id) WHERE (suspended_at IS NOT NULL);
CREATE INDEX users_unconfirmed ON public.users USING btree (id) WHERE (NOT email_verified);
CREATE INDEX users_words ON public.users USING gin (user_words(name, email, sounds)) WITH (fastupdate=off);
CREATE TRIGGER counted AFTER INSERT OR DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION note_counts();
CREATE TRIGGER counted_anew AFTER UPDATE ON public.users FOR EACH ROW WHEN ((old.created_at <> new.created_at)) EXECUTE FUNCTION note_counts();
CREATE TRIGGER user_leaves BEFORE DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION before_user_leaves();
CREATE TRIGGER user_left AFTER DELETE ON public.users FOR EACH ROW EXECUTE FUNCTION remember_erasure();
CREATE TRIGGER user_renamed AFTER UPDATE ON public.users FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.email IS DISTINCT FROM new.email))) EXECUTE FUNCTION rename_asker();
CREATE TRIGGER user_suspended AFTER UPDATE OF suspended_at ON public.users FOR EACH ROW WHEN (((old.suspended_at IS NULL) <> (new.suspended_at IS NULL))) EXECUTE FUNCTION suspend_user();

create table verifications (
  id uuid not null default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint verifications_pkey PRIMARY KEY (id)
);
CREATE INDEX verifications_ended ON public.verifications USING btree (expires_at);
CREATE INDEX verifications_identifier ON public.verifications USING btree (identifier);

create table visits (
  user_id uuid not null,
  looked_at timestamp with time zone not null,
  looked_up_to integer not null,
  since timestamp with time zone,
  since_number integer,
  left_out text,
  constraint visits_check CHECK (((since IS NULL) = (since_number IS NULL))),
  constraint visits_left_out_check CHECK ((left_out = ANY (ARRAY['partnerAge'::text, 'partnerHeight'::text, 'partnerWeight'::text, 'partnerDivision'::text, 'partnerDistrict'::text, 'partnerOccupation'::text, 'partnerMaritalStatus'::text, 'partnerChildren'::text, 'partnerEducation'::text, 'partnerReligion'::text, 'partnerPractice'::text]))),
  constraint visits_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE,
  constraint visits_pkey PRIMARY KEY (user_id)
);
CREATE INDEX visits_looked_at ON public.visits USING btree (looked_at);

create sequence biodata_number as integer start 1 increment 1;

create view biodata_to_list as
 SELECT b.number,
    b.birth,
    b.height,
    b.weight,
    b.gender,
    b.marital_status,
    b.division,
    b.present_division,
    b.occupation,
    b.district,
    b.education,
    b.children,
    b.religion,
    b.practice,
    shown.partner_age_least,
    shown.partner_age_most,
    shown.partner_height_least,
    shown.partner_height_most,
    shown.partner_weight_least,
    shown.partner_weight_most,
    b.facts,
    b.district_fact,
    shown.wished,
    shown.districts_wished,
    shown.wish_weight,
    shown.musts,
    site_day(b.confirmed_at) AS confirmed_on
   FROM ( SELECT biodata.id,
            biodata.number,
            biodata.name,
            biodata.gender,
            biodata.photo_url,
            biodata.birth,
            biodata.skin_color,
            biodata.height,
            biodata.weight,
            biodata.occupation,
            biodata.father_name,
            biodata.mother_name,
            biodata.division,
            biodata.present_division,
            biodata.partner_age,
            biodata.partner_height,
            biodata.partner_weight,
            biodata.phone,
            biodata.premium,
            biodata.created_at,
            biodata.updated_at,
            biodata.marital_status,
            biodata.presence,
            biodata.presence_since,
            biodata.unpublished,
            biodata.suspended,
            biodata.published,
            biodata.contact_for,
            biodata.district,
            biodata.education,
            biodata.institution,
            biodata.profession,
            biodata.children,
            biodata.religion,
            biodata.practice,
            biodata.about_me,
            biodata.father_occupation,
            biodata.mother_occupation,
            biodata.siblings,
            biodata.income,
            biodata.partner_age_from,
            biodata.partner_age_to,
            biodata.partner_height_from,
            biodata.partner_height_to,
            biodata.partner_weight_from,
            biodata.partner_weight_to,
            biodata.partner_division,
            biodata.partner_occupation,
            biodata.partner_marital_status,
            biodata.partner_education,
            biodata.partner_religion,
            biodata.partner_age_matters,
            biodata.partner_height_matters,
            biodata.partner_weight_matters,
            biodata.partner_division_matters,
            biodata.partner_occupation_matters,
            biodata.partner_marital_status_matters,
            biodata.partner_education_matters,
            biodata.partner_religion_matters,
            biodata.partner_district,
            biodata.partner_children,
            biodata.partner_practice,
            biodata.partner_district_matters,
            biodata.partner_children_matters,
            biodata.partner_practice_matters,
            biodata.facts,
            biodata.district_fact,
            biodata.partner_wishes_private,
            biodata.shows_faith,
            biodata.name_in_other_script,
            biodata.name_on_cards,
            biodata.confirmed_at
           FROM biodata
          WHERE biodata.published) b
     CROSS JOIN LATERAL ( SELECT wishes_of.partner_age_least,
            wishes_of.partner_age_most,
            wishes_of.partner_height_least,
            wishes_of.partner_height_most,
            wishes_of.partner_weight_least,
            wishes_of.partner_weight_most,
            wishes_of.wished,
            wishes_of.districts_wished,
            wishes_of.wish_weight,
            wishes_of.musts
           FROM wishes_of(ROW(b.id, b.number, b.name, b.gender, b.photo_url, b.birth, b.skin_color, b.height, b.weight, b.occupation, b.father_name, b.mother_name, b.division, b.present_division, b.partner_age, b.partner_height, b.partner_weight, b.phone, b.premium, b.created_at, b.updated_at, b.marital_status, b.presence, b.presence_since, b.unpublished, b.suspended, b.published, b.contact_for, b.district, b.education, b.institution, b.profession, b.children, b.religion, b.practice, b.about_me, b.father_occupation, b.mother_occupation, b.siblings, b.income, b.partner_age_from, b.partner_age_to, b.partner_height_from, b.partner_height_to, b.partner_weight_from, b.partner_weight_to, b.partner_division, b.partner_occupation, b.partner_marital_status, b.partner_education, b.partner_religion, b.partner_age_matters, b.partner_height_matters, b.partner_weight_matters, b.partner_division_matters, b.partner_occupation_matters, b.partner_marital_status_matters, b.partner_education_matters, b.partner_religion_matters, b.partner_district, b.partner_children, b.partner_practice, b.partner_district_matters, b.partner_children_matters, b.partner_practice_matters, b.facts, b.district_fact, b.partner_wishes_private, b.shows_faith, b.name_in_other_script, b.name_on_cards, b.confirmed_at), true) wishes_of(partner_age_from, partner_age_to, partner_height_from, partner_height_to, partner_weight_from, partner_weight_to, partner_division, partner_district, partner_occupation, partner_marital_status, partner_children, partner_education, partner_religion, partner_practice, partner_age_matters, partner_height_matters, partner_weight_matters, partner_division_matters, partner_district_matters, partner_occupation_matters, partner_marital_status_matters, partner_children_matters, partner_education_matters, partner_religion_matters, partner_practice_matters, partner_age_least, partner_age_most, partner_height_least, partner_height_most, partner_weight_least, partner_weight_most, wished, districts_wished, wish_weight, musts)) shown;

create view counted_by_day as
 SELECT day_count.what,
    day_count.currency,
    day_count.day,
    day_count.n,
    day_count.amount
   FROM day_count
UNION ALL
 SELECT day_count_change.what,
    day_count_change.currency,
    day_count_change.day,
    day_count_change.n,
    day_count_change.amount
   FROM day_count_change
UNION ALL
 SELECT day_count_change.what,
    day_count_change.currency,
    '-infinity'::date AS day,
    day_count_change.n,
    day_count_change.amount
   FROM day_count_change;

create view published_biodata as
 SELECT id,
    number,
    name,
    gender,
    photo_url,
    birth,
    skin_color,
    height,
    weight,
    occupation,
    father_name,
    mother_name,
    division,
    present_division,
    partner_age,
    partner_height,
    partner_weight,
    phone,
    premium,
    created_at,
    updated_at,
    marital_status,
    presence,
    presence_since,
    unpublished,
    suspended,
    published,
    contact_for,
    district,
    education,
    institution,
    profession,
    children,
    religion,
    practice,
    about_me,
    father_occupation,
    mother_occupation,
    siblings,
    income,
    partner_age_from,
    partner_age_to,
    partner_height_from,
    partner_height_to,
    partner_weight_from,
    partner_weight_to,
    partner_division,
    partner_occupation,
    partner_marital_status,
    partner_education,
    partner_religion,
    partner_age_matters,
    partner_height_matters,
    partner_weight_matters,
    partner_division_matters,
    partner_occupation_matters,
    partner_marital_status_matters,
    partner_education_matters,
    partner_religion_matters,
    partner_district,
    partner_children,
    partner_practice,
    partner_district_matters,
    partner_children_matters,
    partner_practice_matters,
    facts,
    district_fact,
    partner_wishes_private,
    shows_faith,
    name_in_other_script,
    name_on_cards,
    confirmed_at
   FROM biodata
  WHERE published;

CREATE OR REPLACE FUNCTION public.add_favourite(owner uuid, marked uuid, most integer)
 RETURNS uuid
 LANGUAGE plpgsql
AS $function$
declare
  favourite uuid;
begin
  perform pg_advisory_xact_lock(hashtextextended(owner::text, 3));
  -- Writing the same value back makes the existing row come out of `returning`.
  insert into favourites (owner_id, biodata_id) select owner, marked
  where (select count(*) from favourites where owner_id = owner) < most
    or exists (select from favourites where owner_id = owner and biodata_id = marked)
  on conflict (owner_id, biodata_id) do update set owner_id = excluded.owner_id
  returning id into favourite;
  return favourite;
end $function$;

CREATE OR REPLACE FUNCTION public.add_up_counts()
 RETURNS void
 LANGUAGE sql
BEGIN ATOMIC
 WITH taken AS (
          DELETE FROM day_count_change
           RETURNING day_count_change.what,
             day_count_change.currency,
             day_count_change.day,
             day_count_change.n,
             day_count_change.amount
         )
  INSERT INTO day_count AS kept (what, currency, day, n, amount)  SELECT taken.what,
             taken.currency,
             COALESCE(taken.day, '-infinity'::date) AS "coalesce",
             sum(taken.n) AS sum,
             sum(taken.amount) AS sum
            FROM taken
           GROUP BY GROUPING SETS ((taken.what, taken.currency, taken.day), (taken.what, taken.currency))
          HAVING ((sum(taken.n) <> (0)::numeric) OR (sum(taken.amount) <> (0)::numeric))
           ORDER BY taken.what, taken.currency, COALESCE(taken.day, '-infinity'::date) ON CONFLICT(what, currency, day) DO UPDATE SET n = (kept.n + excluded.n), amount = (kept.amount + excluded.amount);
END;

CREATE OR REPLACE FUNCTION public.ask_ward_again()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update biodata set contact_for = 'ask'
  where id = old.ward_id and contact_for = 'ask guardian' and not exists (
    select from guardianships
    where ward_id = old.ward_id and may_answer and accepted_at is not null and ended_at is null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.asker_of_premium()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select name, email into new.asker_name, new.asker_email from users where id = new.user_id for no key update;
  new.number := (select number from biodata where id = new.user_id);
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.attested_on(person uuid, day date)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (select json_agg(json_strip_nulls(json_build_object('kind', kind, 'on', at::text, 'withWhom', with_whom)) order by at, noted_at)
  from attestations where subject_id = person and ended_at is null and ends_on > day
    -- Not of a number that is not the one shown.
    and (kind <> 'phone' or not exists (
      select from guardianships where ward_id = person and is_contact and accepted_at is not null and guardianships.ended_at is null)));
end $function$;

CREATE OR REPLACE FUNCTION public.attested_values(b biodata)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_build_object(
    'phone', jsonb_build_array(b.phone),
    'identity', jsonb_build_array(b.name, b.name_in_other_script, b.birth),
    'certificate', jsonb_build_array(b.education, b.institution),
    'family', jsonb_build_array(b.name, b.division, b.district, b.present_division),
    'visit', jsonb_build_array(b.name, b.division, b.district, b.present_division))
$function$;

CREATE OR REPLACE FUNCTION public.before_biodata_leaves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_requests(array(select id from contact_requests where biodata_id = old.id));
  perform end_waiting(array(
    select id from contact_requests r where biodata_id = old.id and status in ('pending', 'forwarded', 'approve') and is_unearned(r)
  ), 'biodata left');
  update payments p set status = 'refund_due', refund_because = 'biodata left', updated_at = now()
    where biodata_id = old.id and status = 'succeeded'
    and not exists (
      select from contact_requests r where r.payment_id = p.id and r.status = 'approve' and r.first_seen_at is not null);
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.before_user_leaves()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform hold_requests(array(select id from contact_requests where user_id = old.id));
  update payments p set status = 'refund_due', refund_because = 'payer left', declines_key = null, updated_at = now()
    where user_id = old.id and (
      status = 'succeeded' and not exists (
        select from contact_requests r where r.payment_id = p.id and r.status = 'approve' and r.first_seen_at is not null)
      -- A part of the fee that was sent by hand.
      or status in ('created', 'claimed') and exists (select from payment_receipts r where r.payment_id = p.id));
  update payments set status = 'canceled', declines_key = null, updated_at = now()
    where user_id = old.id and status in ('created', 'claimed');
  delete from outbox where recipient = old.email;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.biodata_cells(gender text, division text, marital_status text, birth date)
 RETURNS TABLE(marital_status text, period text, since date, gender text, division text)
 LANGUAGE sql
 IMMUTABLE
AS $function$
    select status, period, date_trunc(period, $4::timestamp)::date, $1, $2
    from (values ('any'), ($3)) statuses (status), (values ('year'), ('month')) periods (period)
    where status is not null
  $function$;

CREATE OR REPLACE FUNCTION public.biodata_facts(number integer, birth date, height smallint, weight smallint, gender text, marital_status text, division text, present_division text, occupation text, district text, education text, children text, religion text, practice text, confirmed_on date)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE COST 10000
AS $function$
declare
  place constant integer := number / 10000;
  year constant integer := extract(year from birth);
  confirmed constant date := case when confirmed_on is not null then greatest(confirmed_on, date '2020-01-01') end;
begin
  return array_remove(array[
    'number ' || place, 'number ' || place / 10 || '_',
    'birth ' || year, 'birth ' || year / 10 || '_',
    'height ' || height, 'height ' || height / 10 || '_',
    'weight ' || weight, 'weight ' || weight / 10 || '_',
    'gender ' || gender, 'maritalStatus ' || marital_status, 'division ' || division,
    'presentDivision ' || present_division, 'occupation ' || occupation, 'district ' || district,
    'education ' || education, 'children ' || children, 'religion ' || religion, 'practice ' || practice,
    case when confirmed is null then 'confirmed never' end,
    'confirmed ' || (extract(year from confirmed) * 12 + extract(month from confirmed) - 1)::integer,
    'confirmed ' || extract(year from confirmed)::integer || '_'
  ], null);
end $function$;

CREATE OR REPLACE FUNCTION public.biodata_from_premium()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from users where id = new.id for no key update;
  new.premium := exists (select from premium where user_id = new.id and status = 'approve');
  new.suspended := exists (select from users where id = new.id and suspended_at is not null);
  new.shows_faith := exists (
    select from consents where user_id = new.id and what = 'faith' and taken_back_at is null
  );
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.biodata_withdrawn()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pay_back_waiting(new.id, null);
  -- Nobody is nobody: families who said yes to this person see the contact no longer either.
  if new.contact_for = 'nobody' and old.contact_for <> 'nobody' then
    update contact_requests set shares_contact = false where user_id = new.id and shares_contact;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.bring_back(person uuid, session uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  kept put_away;
begin
  delete from put_away where user_id = person returning * into kept;
  if kept.user_id is null then
    return false;
  end if;
  update users set name = case name when '-' then kept.name else name end, image = coalesce(image, kept.image), updated_at = now()
  where id = person;
  update biodata set presence = 'published', presence_since = now()
  where id = person and presence = 'paused' and kept.was_published;
  insert into saved_searches
  select (jsonb_populate_record(null::saved_searches, old.search || jsonb_build_object('place', free.place))).*
  from (select value as search, row_number() over (order by (value->>'place')::integer) as n from jsonb_array_elements(kept.searches)) old
  join (
    select place, row_number() over (order by place) as n from generate_series(1, 10) place
    where place not in (select s.place from saved_searches s where s.owner_id = person)
  ) free using (n)
  on conflict do nothing;
  insert into push_subscriptions
  select (jsonb_populate_record(null::push_subscriptions, value || jsonb_build_object('session_id', session))).*
  from jsonb_array_elements(kept.push)
  on conflict do nothing;
  if kept.premium_asked_at is not null then
    insert into premium (user_id, status, requested_at) values (person, 'pending', kept.premium_asked_at) on conflict do nothing;
  end if;
  -- What the owner was asked since then counts more.
  update consents c set taken_back_at = null where c.id = any(kept.consents)
    and not exists (select from consents newer where newer.user_id = person and newer.what = c.what and newer.id > c.id);
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.count_biodata()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    insert into biodata_count as c (marital_status, period, since, gender, division, n)
    select cell.*, count(*) from new_rows b, biodata_cells(b.gender, b.division, b.marital_status, b.birth) cell
    where published group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (marital_status, period, since, gender, division) do update set n = c.n + excluded.n;
  elsif tg_op = 'DELETE' then
    insert into biodata_count as c (marital_status, period, since, gender, division, n)
    select cell.*, -count(*) from old_rows b, biodata_cells(b.gender, b.division, b.marital_status, b.birth) cell
    where published group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (marital_status, period, since, gender, division) do update set n = c.n + excluded.n;
  else
    insert into biodata_count as c (marital_status, period, since, gender, division, n)
    select cell.*, sum(d)
    from (
      select gender, division, marital_status, birth, 1 as d from new_rows where published
      union all select gender, division, marital_status, birth, -1 from old_rows where published
    ) b, biodata_cells(b.gender, b.division, b.marital_status, b.birth) cell
    group by 1, 2, 3, 4, 5 having sum(d) <> 0 order by 1, 2, 3, 4, 5
    on conflict (marital_status, period, since, gender, division) do update set n = c.n + excluded.n;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.count_cards(viewer uuid, cards integer[], moment timestamp with time zone, most integer[], within interval[])
 RETURNS integer
 LANGUAGE plpgsql
AS $function$
declare
  fresh integer[];
  wait interval;
begin
  perform pg_advisory_xact_lock(hashtextextended(viewer::text, 4));
  select array_agg(card) into fresh from (
    select unnest(cards) as card
    except select unnest(shown) from card_views
    where viewer_id = viewer and at > moment - (select max(stretch) from unnest(within) stretch)
  ) other;
  if fresh is null then
    return 0;
  end if;
  -- Of each stretch those have to leave it first with whom, and all who came later, there is no room.
  select max(look.at + l.within - moment) into wait
  from unnest(most, within) l (most, within), lateral (
    select at from (
      select at, sum(cardinality(shown)) over (order by at desc) as so_far from card_views
      where viewer_id = viewer and at > moment - l.within
    ) looks
    where so_far + cardinality(fresh) > l.most order by at desc limit 1
  ) look;
  if wait is null then
    insert into card_views (viewer_id, at, shown) values (viewer, moment, fresh);
    return 0;
  end if;
  return ceil(extract(epoch from wait));
end $function$;

CREATE OR REPLACE FUNCTION public.count_reading(viewer uuid, owner uuid, moment timestamp with time zone, same interval, most integer[], within interval[], networks text[], network_most integer[], network_within interval)
 RETURNS TABLE(wait integer, places_left integer)
 LANGUAGE plpgsql
AS $function$
declare
  is_same boolean;
  free_after interval;
  network_name text;
begin
  perform pg_advisory_xact_lock(hashtextextended(viewer::text, 1));
  is_same := exists (
    select from profile_views where viewer_id = viewer and owner_id = owner and profile_views.at > moment - same);
  if is_same then
    update profile_views set at = moment
    where viewer_id = viewer and owner_id = owner and profile_views.at > moment - same and profile_views.at < moment - same / 2;
  else
    foreach network_name in array networks loop
      perform pg_advisory_xact_lock(hashtextextended(network_name, 5));
    end loop;
    -- While as many lie within the stretch, the oldest of these has to leave it first.
    select max(look.at + look.within - moment) into free_after from (
      select seen.at, l.within from unnest(most, within) l (most, within), lateral (
        select v.at from profile_views v where v.viewer_id = viewer and v.at > moment - l.within
        order by v.at desc offset l.most - 1 limit 1
      ) seen
      union all
      select seen.at, network_within from unnest(networks, network_most) n (name, most), lateral (
        select v.at from network_views v where v.network = n.name and v.at > moment - network_within
        order by v.at desc offset n.most - 1 limit 1
      ) seen
    ) look;
    if free_after is not null then
      return query select ceil(extract(epoch from free_after))::integer, 0;
      return;
    end if;
    insert into profile_views (viewer_id, owner_id, at) values (viewer, owner, moment);
    insert into network_views (network, at) select unnest(networks), moment;
  end if;
  return query select 0, greatest(0, least(
    (select min(l.most - (select count(*) from profile_views v where v.viewer_id = viewer and v.at > moment - l.within))
      from unnest(most, within) l (most, within)),
    (select min(n.most - (select count(*) from network_views v where v.network = n.name and v.at > moment - network_within))
      from unnest(networks, network_most) n (name, most))
  ))::integer;
end $function$;

CREATE OR REPLACE FUNCTION public.counts_of(b biodata)
 RETURNS TABLE(what text, currency text, day date, amount integer)
 LANGUAGE sql
 STABLE
AS $function$ select 'biodata', '', site_day(b.created_at), 0 $function$;

CREATE OR REPLACE FUNCTION public.counts_of(r contact_requests)
 RETURNS TABLE(what text, currency text, day date, amount integer)
 LANGUAGE sql
 STABLE
AS $function$
    select what, '', site_day(at), 0
    from (values
      ('contact requests', r.requested_at),
      -- A deleted biodata has sent the fee back: nothing to decide.
      ('contact requests waiting', case when r.status = 'pending' and r.biodata_id is not null then r.requested_at end),
      ('approvals', r.approved_at)
    ) kinds (what, at)
    where at is not null
  $function$;

CREATE OR REPLACE FUNCTION public.counts_of(p payments)
 RETURNS TABLE(what text, currency text, day date, amount integer)
 LANGUAGE sql
 STABLE
AS $function$
    select what, p.currency, site_day(p.created_at), p.amount
    from (values
      ('paid', array['succeeded', 'refund_due', 'refunded', 'disputed']),
      ('kept', array['succeeded']),
      ('went back', array['refunded', 'disputed'])
    ) kinds (what, statuses)
    where p.status = any(statuses)
  $function$;

CREATE OR REPLACE FUNCTION public.counts_of(p premium)
 RETURNS TABLE(what text, currency text, day date, amount integer)
 LANGUAGE sql
 STABLE
AS $function$
    select what, '', site_day(at), 0
    from (values
      ('premium requests waiting', case when p.status = 'pending' then p.requested_at end),
      ('approvals', p.approved_at)
    ) kinds (what, at)
    where at is not null
  $function$;

CREATE OR REPLACE FUNCTION public.counts_of(u users)
 RETURNS TABLE(what text, currency text, day date, amount integer)
 LANGUAGE sql
 STABLE
AS $function$ select 'accounts', '', site_day(u.created_at), 0 $function$;

CREATE OR REPLACE FUNCTION public.district_bit(district text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(((1)::bigint << (array_position(ARRAY['Dhaka'::text, 'Faridpur'::text, 'Gazipur'::text, 'Gopalganj'::text, 'Kishoreganj'::text, 'Madaripur'::text, 'Manikganj'::text, 'Munshiganj'::text, 'Narayanganj'::text, 'Narsingdi'::text, 'Rajbari'::text, 'Shariatpur'::text, 'Tangail'::text, 'Bandarban'::text, 'Brahmanbaria'::text, 'Chandpur'::text, 'Chattogram'::text, 'Cox''s Bazar'::text, 'Cumilla'::text, 'Feni'::text, 'Khagrachhari'::text, 'Lakshmipur'::text, 'Noakhali'::text, 'Rangamati'::text, 'Dinajpur'::text, 'Gaibandha'::text, 'Kurigram'::text, 'Lalmonirhat'::text, 'Nilphamari'::text, 'Panchagarh'::text, 'Rangpur'::text, 'Thakurgaon'::text, 'Barguna'::text, 'Barishal'::text, 'Bhola'::text, 'Jhalokati'::text, 'Patuakhali'::text, 'Pirojpur'::text, 'Bagerhat'::text, 'Chuadanga'::text, 'Jashore'::text, 'Jhenaidah'::text, 'Khulna'::text, 'Kushtia'::text, 'Magura'::text, 'Meherpur'::text, 'Narail'::text, 'Satkhira'::text, 'Jamalpur'::text, 'Mymensingh'::text, 'Netrokona'::text, 'Sherpur'::text, 'Habiganj'::text, 'Moulvibazar'::text, 'Sunamganj'::text, 'Sylhet'::text, 'Bogura'::text, 'Chapainawabganj'::text, 'Joypurhat'::text, 'Naogaon'::text, 'Natore'::text, 'Pabna'::text, 'Rajshahi'::text, 'Sirajganj'::text], district) - 1)), (0)::bigint);

CREATE OR REPLACE FUNCTION public.district_bits(districts text[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(bit_or(district_bit(district.district)), (0)::bigint) AS "coalesce" FROM unnest(district_bits.districts) district(district));

CREATE OR REPLACE FUNCTION public.end_attestations()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update attestations set ended_at = now(), ended_because = 'changed'
  where subject_id = new.id and ended_at is null
    and attested_values(old) -> kind is distinct from attested_values(new) -> kind;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_guardians_consent(guardian uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  update consents set taken_back_at = greatest(now(), given_at)
  where user_id = guardian and what = 'guardian' and taken_back_at is null
    and not exists (select from guardianships where guardian_id = guardian and ended_at is null)
$function$;

CREATE OR REPLACE FUNCTION public.end_guardianships(one uuid, other uuid, by uuid)
 RETURNS void
 LANGUAGE sql
AS $function$
  update guardianships set ended_at = now(), ended_by = case by when ward_id then 'ward' else 'guardian' end, phone = null
  where ended_at is null and ward_id in (one, other) and guardian_id in (one, other)
$function$;

CREATE OR REPLACE FUNCTION public.end_refund_trouble()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from refunds where payment_id = new.payment_id and state in ('due', 'asked', 'on its way')) then
    return null;
  end if;
  update payments set status = 'refunded', updated_at = now() where id = new.payment_id and status = 'refund_due';
  update payment_findings set done_at = now()
  where (provider, provider_ref) = (select provider, provider_ref from payments where id = new.payment_id)
    and done_at is null and kind in ('refund refused', 'refund failed');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.end_waiting(requests uuid[], why text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  told record;
  more jsonb := case why when 'suspended' then jsonb_build_object('because', why) else '{}' end;
begin
  perform hold_requests(requests);
  for told in with ended as (
    update contact_requests r set status = 'withdrawn', ended_at = now()
    where r.id = any(requests) and is_unearned(r)
    returning r.id, r.payment_id, r.user_id, r.number
  ), due as (
    update payments p set status = 'refund_due', refund_because = why, updated_at = now()
    from ended where p.id = ended.payment_id and p.status = 'succeeded'
  )
  select * from ended loop
    perform tell_of_end(told.user_id, told.id, told.number, told.payment_id, more);
  end loop;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_feedback()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from contact_feedback where request_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_marriage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from marriage_answers where owner_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_old_lines()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
BEGIN ATOMIC
 DELETE FROM contact_views
   WHERE (contact_views.at < (now() - '3 years'::interval));
 DELETE FROM audit_log
   WHERE (audit_log.at < (now() - '3 years'::interval));
END;
revoke execute on function forget_old_lines() from public;

CREATE OR REPLACE FUNCTION public.forget_suspicious_texts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from suspicious_texts where user_id = old.id and field <> 'account';
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.forget_untold()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  untold bigint[] := array(
    select id from notifications
    where user_id = any(array[old.user_id, old.biodata_id] || array(select guardian_id from guardianships where ward_id = old.biodata_id))
      and kind in ('asked', 'request-answered') and cause in (old.id || ' forwarded', old.id || ' approved') and not_before > now());
begin
  delete from outbox where notification_id = any(untold) and status = 'waiting';
  delete from notifications where id = any(untold) and id not in (select notification_id from outbox where notification_id = any(untold));
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.guardianship_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform end_guardians_consent(new.guardian_id);
  if new.ended_by = 'ward' then
    perform tell_guardianship(new.guardian_id, 'ended', new);
  else
    perform tell_guardianship(new.ward_id, 'left', new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.guardianship_gone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform end_guardians_consent(old.guardian_id);
  if exists (select from biodata where id = old.ward_id) then
    perform tell_guardianship(old.ward_id, 'left', old);
  else
    perform tell_guardianship(old.guardian_id, 'ended', old);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.has_signed_in(person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (select from accounts where user_id = person) or exists (select from sessions where user_id = person)
$function$;

CREATE OR REPLACE FUNCTION public.hold_requests(requests uuid[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform from payments p where p.id in (
    select payment_id from contact_requests r where r.id = any(requests) and is_unearned(r)
  ) order by p.id for update;
  perform from contact_requests r where r.id = any(requests) order by r.id for update;
end $function$;

CREATE OR REPLACE FUNCTION public.is_guardian_for(person uuid, ward uuid, wanted text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from guardianships
    where guardian_id = person and ward_id = ward and ended_at is null
      and case wanted when 'see' then true when 'answer' then may_answer when 'confirm' then may_confirm
        when 'edit' then may_edit else false end
  )
$function$;

CREATE OR REPLACE FUNCTION public.is_paused_unanswered(b biodata)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return b.presence = 'paused' and exists (select from confirm_questions where owner_id = b.id and paused_at is not null)
    and not exists (select from put_away where user_id = b.id);
end $function$;

CREATE OR REPLACE FUNCTION public.is_unearned(r contact_requests)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select r.status in ('pending', 'forwarded') or r.status = 'approve' and r.first_seen_at is null
$function$;

CREATE OR REPLACE FUNCTION public.keep_marriage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from marriage_answers where old.id in (owner_id, partner_id) order by id for update;
  delete from marriage_answers own where owner_id = old.id and (found_here <> 'yes' or exists (
    select from marriage_answers other
    where other.partner_id = old.id and (own.partner_id = other.owner_id or not own.is_named)));
  update marriage_answers set owner_id = null, said_at = date_trunc('month', said_at) where owner_id = old.id;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.list_biodata()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  listed listed_biodata;
  to_list listed_biodata;
begin
  select * into to_list from biodata_to_list where number = new.number;
  if tg_op = 'UPDATE' then
    select * into listed from listed_biodata where number = new.number;
    if listed is not distinct from to_list then return null; end if;
    delete from listed_biodata where number = new.number;
  end if;
  if to_list.number is not null then insert into listed_biodata select to_list.*; end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.marriages_here()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
AS $function$
begin
  return (
    select count(*) filter (where is_named) + greatest(
      count(*) filter (where not is_named and gender = 'Female'), count(*) filter (where not is_named and gender = 'Male'))
    from marriage_answers own
    where found_here = 'yes' and not exists (
      select from marriage_answers other
      where other.partner_id = own.owner_id and (not own.is_named or other.owner_id = own.partner_id and other.id < own.id)));
end $function$;

CREATE OR REPLACE FUNCTION public.name_sounds(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(string_agg((script_of(word.word) || sound.sound), ' '::text), ''::text) AS "coalesce" FROM unnest(words_of("left"(name_sounds.name, 200))) word(word), LATERAL sound_of(word.word) sound(sound) WHERE (sound.sound <> ''::text));

CREATE OR REPLACE FUNCTION public.not_refunded(r payment_receipts)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  select r.amount - coalesce(sum(amount), 0)::int from refunds
  where (provider, receipt_id) = (r.provider, r.id) and state <> 'failed'
$function$;

CREATE OR REPLACE FUNCTION public.note_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'INSERT' then
    insert into day_count_change (what, currency, day, n, amount)
    select what, currency, day, -1, -amount from counts_of(old);
  end if;
  if tg_op <> 'DELETE' then
    insert into day_count_change (what, currency, day, n, amount)
    select what, currency, day, 1, amount from counts_of(new);
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.notify_person(person uuid, what text, because text, concerning jsonb, mail jsonb, mailed boolean, pushed boolean, locked boolean, later timestamp with time zone DEFAULT NULL::timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  told bigint;
begin
  insert into notifications (user_id, kind, cause, about, made_at, not_before)
  select id, what, because, concerning, coalesce(later, now()), later from users where id = person for key share
  on conflict (user_id, kind, cause) do nothing
  returning id into told;
  if told is null then
    return false;
  end if;
  insert into outbox (recipient, language, kind, content, user_id, notice, notification_id, not_before, due_at)
  select email, language, mail->>'kind', mail, case when not locked then id end, case when not locked then what end,
    case when later is not null then told end, later, coalesce(later, now())
  from users
  where id = person and mail is not null and (locked or coalesce((
    select wanted from notification_preferences p where p.user_id = person and p.kind = what and p.channel = 'mail'
  ), mailed));
  insert into outbox (channel, recipient, language, kind, content, user_id, notice, notification_id, not_before, due_at)
  select 'push', s.id, u.language, 'push', '{"kind": "push"}', case when not locked then u.id end,
    case when not locked then what end, case when later is not null then told end, later, coalesce(later, now())
  from push_subscriptions s join users u on u.id = s.user_id
  where s.user_id = person and (locked or coalesce((
    select wanted from notification_preferences p where p.user_id = person and p.kind = what and p.channel = 'push'
  ), pushed));
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.number_of_request()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.number := (select number from biodata where id = new.biodata_id);
  select name, email into new.asker_name, new.asker_email from users where id = new.user_id for share;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.number_premium()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update premium set number = new.number where user_id = new.id;
  else
    update premium set number = null where user_id = old.id;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.option_bit(option text)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(((1)::bigint << (array_position(ARRAY['Dhaka'::text, 'Chattagra'::text, 'Rangpur'::text, 'Barisal'::text, 'Khulna'::text, 'Mymensingh'::text, 'Sylhet'::text, 'Rajshahi'::text, 'Engineer'::text, 'Doctor'::text, 'Teacher'::text, 'Student'::text, 'Job'::text, 'House wife'::text, 'Never married'::text, 'Divorced'::text, 'Widowed'::text, 'None'::text, 'One'::text, 'Two'::text, 'Three or more'::text, 'Below SSC'::text, 'SSC'::text, 'HSC'::text, 'Diploma'::text, 'Bachelor'::text, 'Master'::text, 'Doctorate'::text, 'Islam'::text, 'Hinduism'::text, 'Buddhism'::text, 'Christianity'::text, 'Other'::text, 'Devout'::text, 'Regular'::text, 'At times'::text], option) - 1)), (0)::bigint);

CREATE OR REPLACE FUNCTION public.option_bits(options text[])
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT COALESCE(bit_or(option_bit(option.option)), (0)::bigint) AS "coalesce" FROM unnest(option_bits.options) option(option));

CREATE OR REPLACE FUNCTION public.owe_refunds()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into refunds (payment_id, provider, receipt_id, amount, currency, state)
  select r.payment_id, r.provider, r.id, not_refunded(r), r.currency, 'due' from payment_receipts r
  where r.payment_id = new.id and not_refunded(r) > 0;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.pay_back_waiting(owner uuid, asker uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  perform end_waiting(array(
    select id from contact_requests r
    where biodata_id = owner and status in ('pending', 'forwarded', 'approve') and is_unearned(r)
      and (asker is null or user_id = asker)
  ), 'hidden');
end $function$;

CREATE OR REPLACE FUNCTION public.person_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pay_back_waiting(new.blocker_id, new.blocked_id);
  perform pay_back_waiting(new.blocked_id, new.blocker_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.person_blocked_guardian()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from users where id in (new.blocker_id, new.blocked_id) order by id for no key update;
  perform end_guardianships(new.blocker_id, new.blocked_id, new.blocker_id);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.premium_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform from users where id = old.user_id for no key update;
  update biodata set premium = false where id = old.user_id and premium;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.premium_to_biodata()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The second of two transactions waits here, and then sees the save or approval of the first.
  perform from users where id = new.user_id for no key update;
  update biodata set premium = (new.status = 'approve') where id = new.user_id and premium <> (new.status = 'approve');
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.put_away_unproved(person uuid)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  insert into put_away (user_id, name, image, had_biodata, was_published, searches, push, premium_asked_at, consents)
  select id, name, image,
    exists (select from biodata b where b.id = person),
    exists (select from biodata b where b.id = person and b.presence = 'published'),
    (select coalesce(jsonb_agg(to_jsonb(s) order by s.place), '[]') from saved_searches s where s.owner_id = person),
    (select coalesce(jsonb_agg(to_jsonb(p) order by p.made_at), '[]') from push_subscriptions p where p.user_id = person),
    (select requested_at from premium where user_id = person and status = 'pending'),
    array(select c.id from consents c where c.user_id = person and c.taken_back_at is null)
  from users where id = person;
  update users set name = '-', image = null, biodata_for = null, biodata_gender = null, kept_by = null, updated_at = now()
  where id = person;
  update biodata set presence = 'paused', presence_since = now() where id = person and presence = 'published';
  delete from saved_searches where owner_id = person;
  delete from push_subscriptions where user_id = person;
  delete from premium where user_id = person and status = 'pending';
  -- The one who wrote with this email chose these guardians, or these wards.
  update guardianships set ended_at = now(), ended_by = case person when ward_id then 'ward' else 'guardian' end, phone = null
  where ended_at is null and person in (ward_id, guardian_id);
  -- A consent may have been given after this transaction began.
  update consents set taken_back_at = greatest(now(), given_at) where user_id = person and taken_back_at is null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'the audit log can only be added to';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change_of_view()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '3 years' then
    return old;
  end if;
  raise exception 'who has seen a contact can only be added to';
end $function$;

CREATE OR REPLACE FUNCTION public.remember_erasure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into erasures (id) values (old.id) on conflict do nothing;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_put_away(person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
declare
  kept put_away;
begin
  delete from put_away where user_id = person returning * into kept;
  if kept.user_id is null then
    return false;
  end if;
  delete from biodata where id = person and kept.had_biodata and updated_at <= kept.at;
  return true;
end $function$;

CREATE OR REPLACE FUNCTION public.rename_asker()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update contact_requests set asker_name = new.name, asker_email = new.email where user_id = new.id;
  update premium set asker_name = new.name, asker_email = new.email where user_id = new.id;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.report_blocked()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update unanswered_reports set outcome = 'ended', decided_at = now(), phone = null
  where (reporter_id, owner_id) in ((new.blocker_id, new.blocked_id), (new.blocked_id, new.blocker_id)) and outcome is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.request_of_report_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update unanswered_reports set outcome = 'ended', decided_at = now(), phone = null
  where request_id = new.id and outcome is null;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.script_of(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (word ~ '[ঀ-৿]'::text) THEN '+'::text ELSE '-'::text END;

CREATE OR REPLACE FUNCTION public.show_faith()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update biodata set shows_faith = not shows_faith
    where id = new.user_id and shows_faith <> exists (
      select from consents where user_id = new.user_id and what = 'faith' and taken_back_at is null
    );
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.site_day(moment timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE
RETURN ((moment AT TIME ZONE 'Asia/Dhaka'::text))::date;

CREATE OR REPLACE FUNCTION public.sound_of(word text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN lower(translate(regexp_replace(regexp_replace(replace(replace(replace(regexp_replace(translate(regexp_replace(replace(replace(replace(replace(regexp_replace(regexp_replace(regexp_replace(NORMALIZE(lower(word), NFC), '^(md|মো(হা)?ঃ?)$'::text, 'mohammad'::text), '^(mst|মো[ছস]াঃ?)$'::text, 'mosammat'::text), '^x'::text, 'j'::text), 'য়'::text, ''::text), 'ড়'::text, 'র'::text), 'ঢ়'::text, 'র'::text), '্য'::text, ''::text), '([শষসদধতজ])্ব'::text, '\1'::text, 'g'::text), 'অআইঈউঊএঐওঔািীুূেৈোৌঃকখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরঋৃলশষসহৎংঁcqzvs্'::text, 'aaaaaaaaaaaaaaaaaaaakkggnSSjjnttddnttddnpfbbmjrrrlSSSHtnnCkjbS'::text), '^[aeiouyw]'::text, 'A'::text), 'ph'::text, 'f'::text), 'Ch'::text, 'S'::text), 'x'::text, 'kS'::text), '(?<=[kgtdbjS])h|(?<=n)g|[aeiouyw]'::text, ''::text, 'g'::text), '(.)\1+'::text, '\1'::text, 'g'::text), 'C'::text, 'k'::text));

CREATE OR REPLACE FUNCTION public.suspend_user()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.suspended_at is not null then
    delete from sessions where user_id = new.id;
    perform end_waiting(array(
      select id from contact_requests r
      where user_id = new.id and status in ('pending', 'forwarded', 'approve') and is_unearned(r)
    ), 'suspended');
  end if;
  update biodata set suspended = (new.suspended_at is not null)
    where id = new.id and suspended <> (new.suspended_at is not null);
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tell_guardianship(person uuid, event text, of guardianships)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  about jsonb := jsonb_build_object('guardian', event, 'relation', of.relation, 'number',
    (select number from biodata where id = of.ward_id));
begin
  perform notify_person(person, 'guardian', event || ' ' || of.id, jsonb_strip_nulls(about),
    jsonb_build_object('kind', 'guardian', 'event', event), true, true, false);
end $function$;

CREATE OR REPLACE FUNCTION public.tell_of_end(asker uuid, request uuid, number integer, payment uuid, more jsonb)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if payment is null then
    perform notify_person(asker, 'request-answered', request || ' ended', jsonb_build_object('number', number, 'answer', 'ended'),
      jsonb_build_object('kind', 'family-answer', 'number', number, 'answer', 'ended', 'hasFee', false), true, true, false);
  else
    perform notify_person(asker, 'fee-returned', request::text, jsonb_build_object('number', number) || more,
      jsonb_build_object('kind', 'fee-goes-back', 'number', number) || more, true, true, false);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.user_words(name text, email text, sounds text)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_to_tsvector((words_of((("left"(name, 200) || ' '::text) || "left"(email, 254))) || string_to_array(sounds, ' '::text)));

CREATE OR REPLACE FUNCTION public.wishes_of(b biodata, only_shown boolean)
 RETURNS TABLE(partner_age_from smallint, partner_age_to smallint, partner_height_from smallint, partner_height_to smallint, partner_weight_from smallint, partner_weight_to smallint, partner_division text[], partner_district text[], partner_occupation text[], partner_marital_status text[], partner_children text[], partner_education text[], partner_religion text[], partner_practice text[], partner_age_matters text, partner_height_matters text, partner_weight_matters text, partner_division_matters text, partner_district_matters text, partner_occupation_matters text, partner_marital_status_matters text, partner_children_matters text, partner_education_matters text, partner_religion_matters text, partner_practice_matters text, partner_age_least smallint, partner_age_most smallint, partner_height_least smallint, partner_height_most smallint, partner_weight_least smallint, partner_weight_most smallint, wished bigint, districts_wished bigint, wish_weight smallint, musts smallint)
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select w.*,
    (case when w.partner_age_matters = 'any' then 0
      else least(b.partner_age, coalesce(w.partner_age_from, b.partner_age - 3)) end)::smallint,
    (case when w.partner_age_matters = 'any' then 1000
      else greatest(b.partner_age, coalesce(w.partner_age_to, b.partner_age + 3)) end)::smallint,
    (case when w.partner_height_matters = 'any' then 0
      else least(b.partner_height, coalesce(w.partner_height_from, b.partner_height - 3)) end)::smallint,
    (case when w.partner_height_matters = 'any' then 1000
      else greatest(b.partner_height, coalesce(w.partner_height_to, b.partner_height + 3)) end)::smallint,
    (case when w.partner_weight_matters = 'any' then 0
      else least(b.partner_weight, coalesce(w.partner_weight_from, b.partner_weight - 10)) end)::smallint,
    (case when w.partner_weight_matters = 'any' then 1000
      else greatest(b.partner_weight, coalesce(w.partner_weight_to, b.partner_weight + 10)) end)::smallint,
    case when w.partner_division is null or w.partner_division_matters = 'any' then 0 else option_bits(w.partner_division) end
    | case when w.partner_occupation is null or w.partner_occupation_matters = 'any' then 0 else option_bits(w.partner_occupation) end
    | case when w.partner_marital_status is null or w.partner_marital_status_matters = 'any' then 0 else option_bits(w.partner_marital_status) end
    | case when w.partner_children is null or w.partner_children_matters = 'any' then 0 else option_bits(w.partner_children) end
    | case when w.partner_education is null or w.partner_education_matters = 'any' then 0 else option_bits(w.partner_education) end
    | case when w.partner_religion is null or w.partner_religion_matters = 'any' then 0 else option_bits(w.partner_religion) end
    | case when w.partner_practice is null or w.partner_practice_matters = 'any' then 0 else option_bits(w.partner_practice) end,
    case when w.partner_district is null or w.partner_district_matters = 'any' then 0 else district_bits(w.partner_district) end,
    -- How much a person's wishes count together.
    (case when w.partner_age_matters is distinct from 'any' then 4 else 0 end
    + case when w.partner_height_matters is distinct from 'any' then 2 else 0 end
    + case when w.partner_weight_matters is distinct from 'any' then 1 else 0 end
    + case when w.partner_division is not null and w.partner_division_matters is distinct from 'any' then 2 else 0 end
    + case when w.partner_district is not null and w.partner_district_matters is distinct from 'any' then 3 else 0 end
    + case when w.partner_occupation is not null and w.partner_occupation_matters is distinct from 'any' then 2 else 0 end
    + case when w.partner_marital_status is not null and w.partner_marital_status_matters is distinct from 'any' then 3 else 0 end
    + case when w.partner_children is not null and w.partner_children_matters is distinct from 'any' then 3 else 0 end
    + case when w.partner_education is not null and w.partner_education_matters is distinct from 'any' then 2 else 0 end
    + case when w.partner_religion is not null and w.partner_religion_matters is distinct from 'any' then 4 else 0 end
    + case when w.partner_practice is not null and w.partner_practice_matters is distinct from 'any' then 2 else 0 end)::smallint,
    (case when w.partner_age_matters = 'must' then 1 else 0 end
    | case when w.partner_height_matters = 'must' then 2 else 0 end
    | case when w.partner_weight_matters = 'must' then 4 else 0 end
    | case when w.partner_division is not null and w.partner_division_matters = 'must' then 8 else 0 end
    | case when w.partner_district is not null and w.partner_district_matters = 'must' then 16 else 0 end
    | case when w.partner_occupation is not null and w.partner_occupation_matters = 'must' then 32 else 0 end
    | case when w.partner_marital_status is not null and w.partner_marital_status_matters = 'must' then 64 else 0 end
    | case when w.partner_children is not null and w.partner_children_matters = 'must' then 128 else 0 end
    | case when w.partner_education is not null and w.partner_education_matters = 'must' then 256 else 0 end
    | case when w.partner_religion is not null and w.partner_religion_matters = 'must' then 512 else 0 end
    | case when w.partner_practice is not null and w.partner_practice_matters = 'must' then 1024 else 0 end)::smallint
  from (
    select
      case when not is_hidden then b.partner_age_from end as partner_age_from,
      case when not is_hidden then b.partner_age_to end as partner_age_to,
      case when not is_hidden then b.partner_height_from end as partner_height_from,
      case when not is_hidden then b.partner_height_to end as partner_height_to,
      case when not is_hidden then b.partner_weight_from end as partner_weight_from,
      case when not is_hidden then b.partner_weight_to end as partner_weight_to,
      case when not is_hidden then b.partner_division end as partner_division,
      case when not is_hidden then b.partner_district end as partner_district,
      case when not is_hidden then b.partner_occupation end as partner_occupation,
      case when not is_hidden then b.partner_marital_status end as partner_marital_status,
      case when not is_hidden then b.partner_children end as partner_children,
      case when not is_hidden then b.partner_education end as partner_education,
      case when not is_faith_hidden then b.partner_religion end as partner_religion,
      case when not is_faith_hidden then b.partner_practice end as partner_practice,
      case when not is_hidden then b.partner_age_matters end as partner_age_matters,
      case when not is_hidden then b.partner_height_matters end as partner_height_matters,
      case when not is_hidden then b.partner_weight_matters end as partner_weight_matters,
      case when not is_hidden then b.partner_division_matters end as partner_division_matters,
      case when not is_hidden then b.partner_district_matters end as partner_district_matters,
      case when not is_hidden then b.partner_occupation_matters end as partner_occupation_matters,
      case when not is_hidden then b.partner_marital_status_matters end as partner_marital_status_matters,
      case when not is_hidden then b.partner_children_matters end as partner_children_matters,
      case when not is_hidden then b.partner_education_matters end as partner_education_matters,
      case when not is_faith_hidden then b.partner_religion_matters end as partner_religion_matters,
      case when not is_faith_hidden then b.partner_practice_matters end as partner_practice_matters
    from (
      select only_shown and b.partner_wishes_private as is_hidden,
        only_shown and (b.partner_wishes_private or not b.shows_faith) as is_faith_hidden
    ) hidden
  ) w
$function$;

CREATE OR REPLACE FUNCTION public.words_of(phrase text)
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN array_remove(regexp_split_to_array(lower(phrase), '[[:space:].,@_+''\\-]+'::text), ''::text);

CREATE OR REPLACE FUNCTION public.words_query(phrase text)
 RETURNS tsquery
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (string_agg((((('('''::text || word.word) || ''':*'::text) || CASE WHEN (sound.sound = ''::text) THEN ''::text ELSE ((((' | '''::text || translate(script_of(word.word), '+-'::text, '-+'::text)) || sound.sound) || ''''::text) || CASE WHEN (length(sound.sound) > 2) THEN ':*'::text ELSE ''::text END) END) || ')'::text), ' & '::text))::tsquery AS string_agg FROM unnest(words_of(words_query.phrase)) word(word), LATERAL sound_of(word.word) sound(sound));
