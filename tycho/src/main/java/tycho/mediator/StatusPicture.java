package tycho.mediator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import tycho.job.JobAnnouncer;
import tycho.registry.Entry;
import tycho.registry.TopicPattern;

/** What a mediator knows at one moment, as its page gets it. */
final class StatusPicture {
    private static final int MOST_CLIENTS = 300;
    private static final int MOST_TOPICS = 300;
    private static final int MOST_JOBS = 300;

    private final Mediator mediator;
    private final AnnouncedJobs states;

    StatusPicture(Mediator mediator, AnnouncedJobs states) {
        this.mediator = mediator;
        this.states = states;
    }

    /** The clients and entries of a site. */
    private static final class SiteCount {
        private int clients;
        private int entries;
    }

    String json() {
        Map<UUID, List<Entry>> clients = new LinkedHashMap<>();
        List<Entry> jobs = new ArrayList<>();
        Map<String, SiteCount> sites = new TreeMap<>();
        for (Entry entry : mediator.visible()) {
            SiteCount site = sites.computeIfAbsent(entry.site(), key -> new SiteCount());
            site.entries++;
            site.clients += clients.containsKey(entry.client()) ? 0 : 1;
            clients.computeIfAbsent(entry.client(), key -> new ArrayList<>()).add(entry);
            if (JobAnnouncer.isJob(entry)) {
                jobs.add(entry);
            }
        }
        sites.computeIfAbsent(mediator.site(), key -> new SiteCount());
        mediator.network().sites().forEach(site -> sites.computeIfAbsent(site, key -> new SiteCount()));
        states.keepOnly(jobs.stream().map(StatusPicture::topic).toList());
        List<Traffic.Rate> rates = mediator.rates();
        Json json = new Json();
        return json.object(() -> {
            json.name("site").text(mediator.site()).name("mediators").number(mediator.network().others() + 1)
                .name("sessions").number(mediator.sessions()).name("allClients").number(clients.size())
                .name("allTopics").number(rates.size()).name("allJobs").number(jobs.size());
            json.name("sites").array(sites.entrySet(), this::site);
            json.name("clients").array(clients.values().stream().limit(MOST_CLIENTS).toList(), StatusPicture::client);
            json.name("topics").array(rates.stream().limit(MOST_TOPICS).toList(), StatusPicture::topic);
            json.name("jobs").array(jobs.stream().limit(MOST_JOBS).toList(), this::job);
        }).toString();
    }

    private void site(Json json, Map.Entry<String, SiteCount> site) {
        boolean reached = site.getKey().equals(mediator.site()) || mediator.network().sites().contains(site.getKey());
        json.object(() -> json.name("name").text(site.getKey()).name("reached").number(reached ? 1 : 0)
            .name("clients").number(site.getValue().clients).name("entries").number(site.getValue().entries));
    }

    private static void client(Json json, List<Entry> entries) {
        Entry first = entries.getFirst();
        json.object(() -> json.name("owner").text(first.owner()).name("site").text(first.site())
            .name("endpoints").texts(first.endpoints().stream().map(Object::toString).toList())
            .name("entries").array(entries, StatusPicture::entry));
    }

    private static void entry(Json json, Entry entry) {
        json.object(() -> json.name("name").text(entry.name())
            .name("publishes").texts(entry.publishes().stream().map(TopicPattern::toString).toList())
            .name("subscribes").texts(entry.subscribes().stream().map(TopicPattern::toString).toList()));
    }

    private static void topic(Json json, Traffic.Rate rate) {
        json.object(() -> json.name("topic").text(rate.topic()).name("rate").number(rate.perSecond())
            .name("messages").number(rate.messages()));
    }

    private void job(Json json, Entry entry) {
        json.object(() -> json.name("owner").text(entry.owner()).name("facts").texts(entry.attributes())
            .name("state").text(states.state(topic(entry))));
    }

    private static String topic(Entry job) {
        return job.publishes().getFirst().toString();
    }
}
